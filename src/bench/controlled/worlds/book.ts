/** What a script of a domain is made of: things of the user's, lists, and things that tools know. */
import type { PhraseSlots } from '../phrases/phrase-set.js'
import type { Random } from '../random.js'
import type { BenchDomain, World, WorldTools } from '../types.js'

/** Something of the user's that has one value at a time. */
export interface Attribute {
  noun: string
  /** Its name in Chinese; without one it is only spoken of in English. */
  zh?: string
  kind: 'text' | 'money' | 'date' | 'id'
  /** Texts to choose from; amounts and days are made up. */
  values?: readonly string[]
  zhValues?: readonly string[]
}

/** Something of the user's that names a thing of the world by its identifier. */
export interface Pointer {
  noun: string
  ids(world: World): string[]
  /** What a tool tells about the thing, each with its phrases `via_<key>` (by the noun) and `look_<key>` and `notes_<key>` (by the identifier). */
  fields: readonly Field[]
}

/** Something that a tool tells about a thing. */
export interface Field {
  key: string
  valueOf(world: World, id: string): string
}

/** A domain. */
export interface DomainBook {
  domain: BenchDomain
  makeWorld(random: Random): World
  tools: WorldTools
  slots: PhraseSlots
  attributes: readonly Attribute[]
  pointer: Pointer
  /** Values of a list that the user adds to and takes from. */
  items: readonly string[]
  zhItems: readonly string[]
}
