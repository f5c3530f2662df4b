/** Texts behind names: a script asks for a phrase by its key and never knows its words. */
import { EmendError } from '../../../errors.js'
import type { Random } from '../random.js'

/** Languages that users of the benchmark speak. */
export type Language = 'en' | 'zh'

/** What a phrase says, for who writes one, and the values that it must name in braces. */
export interface PhraseSlot {
  /** Who says it and what for; `user` speaks in the first person, `note` is a memory in the third. */
  says: string
  /** Placeholders that each template has exactly once. */
  needs: readonly string[]
  /** Only English is needed: the tools behind it speak English. */
  isEnglishOnly?: boolean
}

/** The phrases that a domain needs, by key. */
export type PhraseSlots = Readonly<Record<string, PhraseSlot>>

/** Templates by key, at least two each; `{value}` stands for a value. */
export type Templates = Readonly<Record<string, readonly string[]>>

/** Everything that is said in one domain. */
export type PhraseSet = Readonly<Record<Language, Templates>>

/** Says things in one language. */
export interface Speaker {
  readonly language: Language
  say(key: string, values?: Readonly<Record<string, string>>): string
}

/**
 * Speak with a phrase set; which template is used is a matter of chance.
 *
 * @throws EmendError `bad_case` for a key that the set lacks
 */
export function speaker(set: PhraseSet, language: Language, random: Random): Speaker {
  return {
    language,
    say(key, values = {}) {
      const templates = set[language][key] ?? []
      if (templates.length === 0) throw new EmendError('bad_case', `the phrase set has no ${language} phrase ${key}`, { key })
      return random.pick(templates).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `{${name}}`)
    },
  }
}

/**
 * What a phrase set lacks, in words: keys without two templates, placeholders missing or unknown. Empty when it is whole.
 */
export function phraseProblems(set: PhraseSet, slots: PhraseSlots): string[] {
  return (['en', 'zh'] as const).flatMap((language) => Object.entries(slots).flatMap(([key, { needs, isEnglishOnly }]) => {
    if (language === 'zh' && isEnglishOnly) return []
    const templates = set[language][key] ?? []
    const few = templates.length < 2 ? [`${language} ${key} has ${templates.length} templates, not two`] : []
    const odd = templates.filter((text) => namesIn(text) !== needs.toSorted().join())
    return [...few, ...odd.map((text) => `${language} ${key} must name ${needs.join(', ') || 'nothing'}: ${text}`)]
  }))
}

const namesIn = (text: string): string => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted().join()
