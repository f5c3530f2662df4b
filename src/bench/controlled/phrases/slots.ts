/** Phrases that every domain needs. A domain adds its own in `worlds/<domain>/slots.ts`. */
import type { PhraseSlots } from './phrase-set.js'

/** `{noun}` is what something of the user's is called, like "spare key"; `{value}` is what it is. */
export const commonSlots = {
  say_attribute: { says: 'user: what his {noun} is', needs: ['noun', 'value'] },
  change_attribute: { says: 'user: his {noun} is another one from now on', needs: ['noun', 'value'] },
  ask_attribute: { says: 'user: asks for his {noun}', needs: ['noun'] },
  ask_attribute_notes: { says: 'user: asks for his {noun}, from memory only', needs: ['noun'] },
  ask_two: { says: 'user: asks for two things of his', needs: ['noun', 'noun2'] },
  ask_three: { says: 'user: asks for three things of his', needs: ['noun', 'noun2', 'noun3'] },
  merge_two: { says: 'user: wants what is remembered about two things of his merged into one note', needs: ['noun', 'noun2'] },
  ask_summary: { says: 'user: asks for two things of his, from the latest merged note only', needs: ['noun', 'noun2'] },
  say_relative: { says: 'user: what the {noun} of somebody else is, who is named in the phrase', needs: ['noun', 'value'] },
  note_attribute: { says: 'note: what the {noun} of the user is', needs: ['noun', 'value'] },
  note_relative: { says: 'note: what the {noun} of somebody else is, who is named in the phrase', needs: ['noun', 'value'] },
  say_item: { says: 'user: one more {value} of his list, see the domain', needs: ['value'] },
  forget_item: { says: 'user: wants it forgotten that {value} is on his list', needs: ['value'] },
  ask_items: { says: 'user: asks for everything on his list', needs: [] },
  note_item: { says: 'note: {value} is on the list of the user', needs: ['value'] },
  note_aside: { says: 'note: something lasting about the user that no question of the domain touches', needs: [] },
} as const satisfies PhraseSlots
