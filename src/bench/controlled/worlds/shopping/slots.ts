/** Phrases that the shopping domain needs beside the common ones. Its list is what the user is allergic to. */
import type { PhraseSlots } from '../../phrases/phrase-set.js'
import { commonSlots } from '../../phrases/slots.js'

/** `{id}` is a product like P0123, `{noun}` something of the user's that names one, like "chosen product". */
export const shoppingSlots = {
  ...commonSlots,
  via_price: { says: 'user: asks for the lowest price now of his {noun}', needs: ['noun'], isEnglishOnly: true },
  look_price: { says: 'user: wants the prices of {id} compared', needs: ['id'], isEnglishOnly: true },
  notes_price: { says: 'user: asks for the lowest price of {id}, from memory only', needs: ['id'], isEnglishOnly: true },
  note_price: { says: 'note: a seller, who is named in the phrase, asks {value} for {id}', needs: ['id', 'value'], isEnglishOnly: true },
  via_weight: { says: 'user: asks what his {noun} weighs', needs: ['noun'], isEnglishOnly: true },
  look_weight: { says: 'user: wants the weight of product {id} looked up', needs: ['id'], isEnglishOnly: true },
  notes_weight: { says: 'user: asks for the weight of {id}, from memory only', needs: ['id'], isEnglishOnly: true },
  note_weight: { says: 'note: {id} weighs {value} grams', needs: ['id', 'value'], isEnglishOnly: true },
} as const satisfies PhraseSlots
