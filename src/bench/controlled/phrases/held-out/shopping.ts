/** Held-out texts of the shopping domain. */
import type { PhraseSet } from '../phrase-set.js'
import { heldOutCommon } from './common.js'

/** Held-out phrases of the shopping slots. */
export const heldOutShopping: PhraseSet = {
  en: {
    ...heldOutCommon.en,
    say_item: [
      "Just so you know, I'm allergic to {value}.",
      'I have an allergy to {value}, so please bear that in mind.',
      'The doctor says that I am allergic to {value}.',
      'One more for my list of allergies: {value}.',
    ],
    forget_item: [
      "Please forget that I'm allergic to {value}.",
      'You can drop the note about my allergy to {value}.',
      "I'm over my allergy to {value}, so stop remembering it.",
      'Take {value} off the list of things I am allergic to.',
    ],
    ask_items: [
      'What am I allergic to?',
      'Which allergies of mine do you know about?',
      'Can you list everything that I have an allergy to?',
      'Remind me of all my allergies, please.',
    ],
    note_item: [
      'The user has an allergy to {value}.',
      "{value}: one of the user's allergies.",
      'Among the allergies of the user is one to {value}.',
    ],
    via_price: [
      "What's the lowest price for my {noun} right now?",
      'How little can I get my {noun} for at the moment?',
      'Can you find the cheapest current price of my {noun}?',
      'I want to buy my {noun} today. What is the best price for it?',
    ],
    look_price: [
      'Compare the prices of {id} for me, please.',
      'What are the different sellers asking for {id}?',
      'Could you check what {id} costs at each seller?',
      "I'd like a price comparison for {id}.",
    ],
    notes_price: [
      'From memory only, what is the lowest price of {id}?',
      "Don't look it up again: how much is {id} at its cheapest, going by your notes?",
      'According to what you remember, and nothing else, what is the best price for {id}?',
      "Without using any tool, what's the cheapest price of {id}?",
    ],
    note_price: [
      'Linden Store asks {value} for {id}.',
      'At Summit Store the price of {id} is {value}.',
      'Harbour Shop sells {id} for {value}.',
      '{id} costs {value} at Corner Market.',
    ],
    via_weight: [
      'How much does my {noun} weigh?',
      "What's the weight of my {noun}?",
      'I need to know how heavy my {noun} is.',
      'Can you tell me the weight of my {noun} in grams?',
    ],
    look_weight: [
      'Please look up how much product {id} weighs.',
      "What's the weight of product {id}?",
      'Could you find out how heavy product {id} is?',
      'Check the weight of product {id} for me.',
    ],
    notes_weight: [
      'From memory only, how much does {id} weigh?',
      "Going by your notes and without looking it up, what's the weight of {id}?",
      'Please use only what you remember: how heavy is {id}?',
      'No lookups, please. What weight do your notes give for {id}?',
    ],
    note_weight: [
      '{id} weighs {value} grams.',
      'The weight of {id} is {value} grams.',
      'Product {id} has a weight of {value} g.',
    ],
  },
  zh: {
    ...heldOutCommon.zh,
    say_item: [
      '请注意，{value}会让我过敏。',
      '我的过敏原里有{value}。',
      '医生说我对{value}过敏，请记一下。',
    ],
    forget_item: [
      '请忘掉我对{value}过敏这件事。',
      '不用再记我对{value}过敏了，删掉吧。',
      '我现在对{value}不过敏了，这一条可以删掉。',
    ],
    ask_items: [
      '请列出我的全部过敏原。',
      '你记得我都对什么过敏吗？',
      '请告诉我，我的过敏原都有哪些？',
    ],
    note_item: [
      '用户的过敏原包括{value}。',
      '{value}会让用户过敏。',
      '用户提到，自己对{value}过敏。',
    ],
  },
}
