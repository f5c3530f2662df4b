/** The identified thing that a question is about, and the tools that take identifiers of its make. */
import type { RequestDocument } from './request-document.js'
import { tokenize, type Token } from './tokens.js'

type Tool = NonNullable<RequestDocument['tools']>[number]

/** Identifiers that a question names, its references resolved. */
export const askedIdentifiers = (question: string): Token[] => tokenize(question).filter(({ kind }) => kind === 'id')

/** Letters in front and how many digits follow: "K0123" and "K9001" are of one make. */
export const makeOf = (text: string): string => text.replace(/\d+/g, (digits) => `<${digits.length}>`).toLowerCase()

/** Identifiers that a tool's parameters give as examples, by make; empty where they give none. */
export function examplesOf({ parameters }: Tool): ReadonlySet<string> {
  const properties = Object.values((parameters?.['properties'] ?? {}) as Record<string, { description?: unknown } | undefined>)
  return new Set(properties.flatMap((schema) => (typeof schema?.description === 'string' ? tokenize(schema.description) : []))
    .filter(({ kind }) => kind === 'id').map(({ text }) => makeOf(text)))
}

/** True where the tool takes identifiers like one of these; null where it does not say which it takes. */
export function takes(tool: Tool, ids: readonly Token[]): boolean | null {
  const examples = examplesOf(tool)
  return examples.size === 0 ? null : ids.some(({ text }) => examples.has(makeOf(text)))
}
