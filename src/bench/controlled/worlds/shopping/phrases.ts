/** The default phrases of the shopping domain. */
import { defaultCommon } from '../../phrases/default-common.js'
import type { PhraseSet } from '../../phrases/phrase-set.js'

/** By language and key; the keys are explained in `slots.ts`. */
export const shoppingPhrases: PhraseSet = {
  en: {
    ...defaultCommon.en,
    say_item: ['I am allergic to {value}.', 'Please note that I am allergic to {value}.', 'I am also allergic to {value}.', 'One more thing: I am allergic to {value}.'],
    forget_item: ['Please forget that I am allergic to {value}.', 'Forget that I am allergic to {value}, the test came back negative.', 'Delete your note that I am allergic to {value}.'],
    ask_items: ['Which materials and foods am I allergic to?', 'Which things am I allergic to?', 'List everything that I am allergic to.'],
    note_item: ['The user is allergic to {value}.', 'As stated at sign-up, the user is allergic to {value}.'],
    via_price: ['What is the lowest price of my {noun} now?', 'Compare the current prices of my {noun}.', 'Check the lowest price of my {noun}, please.'],
    look_price: ['Compare the prices of {id}.', 'What is the lowest price of {id} today?', 'Check the lowest price of {id}, please.'],
    notes_price: ['Using only your notes, what is the lowest price of {id}?', 'From memory only: what is the lowest price of {id}?', 'Without looking it up, what does {id} cost at the least?'],
    note_price: ['Product {id} seller Outlet price is {value}.', 'The seller Outlet asks a price of {value} for {id}.'],
    via_weight: ['What is the weight of my {noun}?', 'How heavy is my {noun}, what is its product weight?', 'Look up the weight of my {noun}.'],
    look_weight: ['What is the weight of product {id}?', 'Look up the weight of product {id}.', 'Tell me the weight of product {id}, please.'],
    notes_weight: ['Using only your notes, what is the weight of {id}?', 'From memory only: what is the weight of product {id}?'],
    note_weight: ['Product {id} weight grams are {value}.', 'The weight of product {id} is {value} grams.'],
  },
  zh: {
    ...defaultCommon.zh,
    say_item: ['我对{value}过敏。', '请记住，我对{value}过敏。', '我对{value}也过敏。'],
    forget_item: ['请忘记我对{value}过敏。', '请删除我对{value}过敏的记录。'],
    ask_items: ['我对哪些东西过敏？', '所有让我过敏的东西是哪些？'],
    note_item: ['用户对{value}过敏。', '注册时说过，用户对{value}过敏。'],
  },
}
