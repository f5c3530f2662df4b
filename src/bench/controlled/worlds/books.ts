/** The domains by name. */
import type { BenchDomain } from '../types.js'
import type { DomainBook } from './book.js'
import { shoppingBook } from './shopping/book.js'
import { supportBook } from './support/book.js'
import { travelBook } from './travel/book.js'

const books: Readonly<Record<BenchDomain, DomainBook>> = { shopping: shoppingBook, travel: travelBook, support: supportBook }

/** What sessions of a domain are about. */
export const bookOf = (domain: BenchDomain): DomainBook => books[domain]
