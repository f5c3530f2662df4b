/** The default phrases of the support domain. */
import { defaultCommon } from '../../phrases/default-common.js'
import type { PhraseSet } from '../../phrases/phrase-set.js'

/** By language and key; the keys are explained in `slots.ts`. */
export const supportPhrases: PhraseSet = {
  en: {
    ...defaultCommon.en,
    say_item: ['I have registered a {value}.', 'Please note that I have registered a {value}.', 'I have also registered a {value}.'],
    forget_item: ['Please forget that I have registered a {value}.', 'Delete your note that I have registered a {value}.', 'Forget that I have registered a {value}, I sold it.'],
    ask_items: ['Which devices have I registered?', 'Which things have I registered?', 'List all devices that I have registered.'],
    note_item: ['The user has registered a {value}.', 'According to the file, the user has registered a {value}.'],
    via_carrier: ['What is the carrier of my {noun}?', 'Look up the carrier of my {noun}.', 'Check the carrier of my {noun}, please.'],
    look_carrier: ['What is the carrier of order {id}?', 'Look up order {id} and tell me its carrier.', 'Check the carrier of order {id}, please.'],
    notes_carrier: ['Using only your notes, what is the carrier of order {id}?', 'From memory only: what is the carrier of order {id}?'],
    note_carrier: ['Order {id} carrier is {value}.', 'The carrier of order {id} is {value}.'],
    via_total: ['What is the total of my {noun}?', 'Look up the total of my {noun}.', 'Check the total of my {noun}, please.'],
    look_total: ['What is the total of order {id}?', 'Look up the total of order {id}.', 'Tell me the total of order {id}, please.'],
    notes_total: ['Using only your notes, what is the total of order {id}?', 'From memory only: what is the total of order {id}?'],
    note_total: ['Order {id} total is {value}.', 'The total of order {id} is {value}.'],
    act_ticket: [
      'Open a ticket about my {noun}; the issue is a broken lid.', 'Please create a ticket about my {noun}; the issue is a missing cable.',
      'Create a ticket for my {noun}; the issue is a scratched screen.',
    ],
  },
  zh: {
    ...defaultCommon.zh,
    say_item: ['我登记了{value}。', '请记住，我登记了{value}。', '我还登记了{value}。'],
    forget_item: ['请忘记我登记了{value}。', '请删除我登记了{value}的记录。'],
    ask_items: ['我登记了哪些设备？', '我登记的设备有哪些？'],
    note_item: ['用户登记了{value}。', '档案显示，用户登记了{value}。'],
  },
}
