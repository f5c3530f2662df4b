/** The default phrases of the travel domain. */
import { defaultCommon } from '../../phrases/default-common.js'
import type { PhraseSet } from '../../phrases/phrase-set.js'

/** By language and key; the keys are explained in `slots.ts`. */
export const travelPhrases: PhraseSet = {
  en: {
    ...defaultCommon.en,
    say_item: ['I have a loyalty card with {value}.', 'Please note that I have a loyalty card with {value}.', 'I also have a loyalty card with {value}.'],
    forget_item: ['Please forget that I have a loyalty card with {value}.', 'Delete your note about my loyalty card with {value}.', 'Forget my loyalty card with {value}, it has run out.'],
    ask_items: ['Which airlines do I have a loyalty card with?', 'Which loyalty cards do I have?', 'List all my loyalty cards.'],
    note_item: ['The user has a loyalty card with {value}.', 'According to the profile, the user has a loyalty card with {value}.'],
    via_gate: ['What is the gate of my {noun}?', 'Look up the gate of my {noun}.', 'Check the gate of my {noun}, please.'],
    look_gate: ['Look up booking {id} and tell me its gate.', 'What is the gate of booking {id}?', 'Check the gate of booking {id}, please.'],
    notes_gate: ['Using only your notes, what is the gate of booking {id}?', 'From memory only: what is the gate of booking {id}?'],
    note_gate: ['Booking {id} gate is {value}.', 'The gate of booking {id} is {value}.'],
    via_seat: ['What is the seat of my {noun}?', 'Look up the seat of my {noun}.', 'Check the seat of my {noun}, please.'],
    look_seat: ['What is the seat of booking {id}?', 'Look up the seat of booking {id}.', 'Tell me the seat of booking {id}, please.'],
    notes_seat: ['Using only your notes, what is the seat of booking {id}?', 'From memory only: what is the seat of booking {id}?'],
    note_seat: ['Booking {id} seat is {value}.', 'The seat of booking {id} is {value}.'],
  },
  zh: {
    ...defaultCommon.zh,
    say_item: ['我有{value}的会员卡。', '请记住，我有{value}的会员卡。', '我还有{value}的会员卡。'],
    forget_item: ['请忘记我有{value}的会员卡。', '请删除我有{value}会员卡的记录。'],
    ask_items: ['我有哪些会员卡？', '我有哪些航空公司的会员卡？'],
    note_item: ['用户有{value}的会员卡。', '资料显示，用户有{value}的会员卡。'],
  },
}
