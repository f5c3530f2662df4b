import type { PhraseSet } from '../phrase-set.js'
import { validationACommon } from './common.js'

/** Shopping phrases of population A; the list is what the user is allergic to. */
export const validationAShopping: PhraseSet = {
  en: {
    ...validationACommon.en,
    say_item: [
      "I'm allergic to {value}, so keep that in mind.",
      'Turns out my body hates {value}, the doctor says it is an allergy.',
      'Can you add {value} to the stuff I have an allergy to?',
      "Got my test results back and, would you believe it, there's one more allergy: {value}.",
      'Please never suggest anything with {value} in it, I get an allergic reaction.',
      "{value}? Nope, can't have any, I'm allergic.",
    ],
    forget_item: [
      "You can forget about {value}, I'm not allergic to that after all.",
      'Please take {value} off my allergies.',
      'My doctor retested me and the {value} allergy was a mistake, so delete it from your notes.',
      "Remember I said I was allergic to {value}? Turns out I'm not, so drop that one please.",
    ],
    ask_items: [
      "I'm having dinner at a friend's and she wants to know all my allergies. Can you list them?",
      'Everything I have an allergy to, please, the full list.',
      'Which allergies have I told you about so far?',
    ],
    note_item: [
      'The user is allergic to {value}.',
      'Allergy: {value}.',
      'User reported having an allergic reaction to {value}; avoid in suggestions.',
      'Products with {value} are out for this customer because of an allergy.',
      'Per the user, {value} must be counted among their allergies.',
    ],
    via_price: [
      "What's the cheapest I can get my {noun} for right now?",
      'Could you check how low the price of my {noun} goes at the moment?',
      "I'm about to buy my {noun}, so what's today's best price on it?",
      'Find me the lowest current price for my {noun}, would you?',
    ],
    look_price: [
      'Can you compare prices for {id}?',
      "Have a look round the shops and see who's got {id} for how much, please.",
      'Before I buy {id}, could you check what the different sellers are charging for it?',
      "I'd like a price comparison on {id}.",
    ],
    notes_price: [
      'From memory only, what was the lowest price for {id}?',
      "You've seen prices for {id} before. Don't look it up again, just tell me the cheapest one you've noted.",
      'According to your notes, how cheap could I get {id}? No need to check the shops.',
      "What's the best price you remember for {id}? I don't want a new search.",
    ],
    note_price: [
      'Brightmart sells {id} for {value}.',
      '{id} costs {value} at Corner Depot.',
      'Price seen for {id}: {value}, seller Hobson & Sons.',
      'At ValueNest they are asking {value} for {id}.',
      'Checked Oakley Direct, which has {id} listed at {value}.',
    ],
    via_weight: [
      'How heavy is my {noun}?',
      "I've got to carry it home on the bus, so what does my {noun} weigh?",
      'Can you tell me the weight of my {noun}, please?',
      'My {noun}, how much does that weigh?',
    ],
    look_weight: [
      'Could you look up how much {id} weighs?',
      "Please check product {id} for me, I'd like to know its weight.",
      "What's the weight on {id}? Have a look at the product details.",
      'Before I order {id} I want to know how heavy it is, so can you find out?',
    ],
    notes_weight: [
      'Without looking it up, what does {id} weigh?',
      'Do you remember how heavy {id} is? Only from your notes, please.',
      "Just from memory, what's the weight of {id}?",
      "I think you've noted the weight of {id} before. What was it? Don't go checking again.",
    ],
    note_weight: [
      'Weight of {id}: {value} g.',
      'Looked up product {id} and found that it comes in at {value} grams.',
      'According to its product page, {id} has a weight of {value} g.',
    ],
  },
  zh: {
    ...validationACommon.zh,
    say_item: [
      '我对{value}过敏，你记着点儿。',
      '刚拿到检查结果，过敏的东西又多了一样：{value}。',
      '别给我推荐含{value}的东西，我会过敏。',
      '帮我把{value}也加到过敏清单里吧。',
      '{value}我可碰不得，一碰就过敏。',
    ],
    forget_item: [
      '我其实对{value}不过敏，把这条忘了吧。',
      '麻烦把{value}从我的过敏清单里去掉。',
      '之前说我对{value}过敏，后来医生说是误诊，你删掉就行。',
      '{value}过敏那条不用再记了，我复查过没事。',
    ],
    ask_items: [
      '我都对什么过敏？',
      '要去朋友家吃饭，她问我有哪些过敏的，你帮我列一下。',
      '把我所有的过敏原都告诉我吧。',
      '我跟你说过的过敏的东西一共有哪些？',
    ],
    note_item: [
      '用户对{value}过敏。',
      '过敏原：{value}。',
      '用户称接触{value}会有过敏反应，推荐时须避开。',
      '因为过敏，含{value}的商品不要推荐给该客户。',
      '{value}已列入用户的过敏清单。',
    ],
  },
}
