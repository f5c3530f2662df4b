/** Phrases that the travel domain needs beside the common ones. Its list is the airlines that the user has a loyalty card with. */
import type { PhraseSlots } from '../../phrases/phrase-set.js'
import { commonSlots } from '../../phrases/slots.js'

/** `{id}` is a booking like BK1234, `{noun}` something of the user's that names one, like "active booking". */
export const travelSlots = {
  ...commonSlots,
  via_gate: { says: 'user: asks for the gate of his {noun}', needs: ['noun'], isEnglishOnly: true },
  look_gate: { says: 'user: wants the gate of booking {id} looked up', needs: ['id'], isEnglishOnly: true },
  notes_gate: { says: 'user: asks for the gate of booking {id}, from memory only', needs: ['id'], isEnglishOnly: true },
  note_gate: { says: 'note: the gate of booking {id} is {value}', needs: ['id', 'value'], isEnglishOnly: true },
  via_seat: { says: 'user: asks for the seat of his {noun}', needs: ['noun'], isEnglishOnly: true },
  look_seat: { says: 'user: wants the seat of booking {id} looked up', needs: ['id'], isEnglishOnly: true },
  notes_seat: { says: 'user: asks for the seat of booking {id}, from memory only', needs: ['id'], isEnglishOnly: true },
  note_seat: { says: 'note: the seat of booking {id} is {value}', needs: ['id', 'value'], isEnglishOnly: true },
} as const satisfies PhraseSlots
