/** Phrases that the support domain needs beside the common ones. Its list is the devices that the user has registered. */
import type { PhraseSlots } from '../../phrases/phrase-set.js'
import { commonSlots } from '../../phrases/slots.js'

/** `{id}` is an order like ORD01234, `{noun}` something of the user's that names one, like "disputed order". */
export const supportSlots = {
  ...commonSlots,
  via_carrier: { says: 'user: asks for the carrier of his {noun}', needs: ['noun'], isEnglishOnly: true },
  look_carrier: { says: 'user: wants the carrier of order {id} looked up', needs: ['id'], isEnglishOnly: true },
  notes_carrier: { says: 'user: asks for the carrier of order {id}, from memory only', needs: ['id'], isEnglishOnly: true },
  note_carrier: { says: 'note: the carrier of order {id} is {value}', needs: ['id', 'value'], isEnglishOnly: true },
  via_total: { says: 'user: asks for the total of his {noun}', needs: ['noun'], isEnglishOnly: true },
  look_total: { says: 'user: wants the total of order {id} looked up', needs: ['id'], isEnglishOnly: true },
  notes_total: { says: 'user: asks for the total of order {id}, from memory only', needs: ['id'], isEnglishOnly: true },
  note_total: { says: 'note: the total of order {id} is {value}', needs: ['id', 'value'], isEnglishOnly: true },
  act_ticket: { says: 'user: wants a ticket opened about his {noun}; the phrase says what the issue is', needs: ['noun'], isEnglishOnly: true },
} as const satisfies PhraseSlots
