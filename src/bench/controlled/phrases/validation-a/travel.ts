import type { PhraseSet } from '../phrase-set.js'
import { validationACommon } from './common.js'

/** Travel phrases of population A; the list is the airlines that the user has a loyalty card with. */
export const validationATravel: PhraseSet = {
  en: {
    ...validationACommon.en,
    say_item: [
      "Just joined {value}'s frequent flyer programme, the card came in the post today.",
      'Can you add {value} to the airlines I have loyalty cards with?',
      'Oh, and {value}, I collect miles with them too, got the card and everything.',
      'Since I fly so much for work I finally signed up for the {value} loyalty card.',
    ],
    forget_item: [
      'I cancelled my {value} loyalty card, so you can forget about that one.',
      'Please take {value} off my list of airline loyalty cards.',
      "Remember I said I had a frequent flyer card with {value}? I don't anymore, delete it please.",
      "I'm no longer a loyalty member with {value}, so don't keep that in your notes.",
    ],
    ask_items: [
      'Which airlines do I have a loyalty card with?',
      "I'm hunting for a flight and want to use my miles. Can you list all the airlines I've got cards with?",
      'All my airline loyalty cards, please.',
      "What frequent flyer programmes am I in? I need every airline you've got.",
    ],
    note_item: [
      'The user has a loyalty card with {value}.',
      'Airline loyalty card: {value}.',
      '{value} is one of the airlines whose loyalty card the user holds.',
      'User told me that they joined the frequent flyer programme of {value}.',
      'Holds a frequent flyer card from {value}.',
    ],
    via_gate: [
      'Which gate is my {noun} at?',
      "I'm at the airport already, what's the gate for my {noun}?",
      'Could you check the gate on my {noun} for me?',
      'For my {noun}, where do I board? I need the gate.',
    ],
    look_gate: [
      'Can you look up the gate for booking {id}?',
      "Please check {id} and tell me which gate I've got to go to.",
      "Booking {id}, which gate? I'm running late so a quick check would be great.",
      'I need to know where {id} is boarding, could you find the gate?',
    ],
    notes_gate: [
      "Just from memory, what's the gate for booking {id}?",
      "Which gate did you note for {id}? Don't look it up again.",
      'No signal for searching here, so only from your notes: the gate of {id}?',
      'As far as you remember, and without checking, which gate was booking {id} at?',
    ],
    note_gate: [
      'The gate of booking {id} is {value}.',
      '{id}: gate {value}.',
      'Checked {id} for the user, who should board at gate {value}.',
    ],
    via_seat: [
      'Where am I sitting on my {noun}?',
      "What's my seat on my {noun}?",
      'My wife wants to sit next to me, so can you check which seat I have on my {noun}?',
      'Could you tell me the seat number for my {noun}, please?',
    ],
    look_seat: [
      'Can you look up my seat on booking {id}?',
      'Please check which seat {id} has.',
      "I've lost my boarding pass for {id}. Could you find out where I'm sitting?",
      'Booking {id}, what seat is it? Have a look for me please.',
    ],
    notes_seat: [
      'Without looking it up, which seat is it on booking {id}?',
      'Do you remember my seat on {id}? Only from your notes, please.',
      "What seat did I have on {id}? Purely from memory, you don't need to check.",
      "You've noted the seat for booking {id} before, so just tell me from there and don't search again.",
    ],
    note_seat: [
      'The seat of booking {id} is {value}.',
      'On booking {id} the user sits in {value}.',
      '{id}: seat {value}.',
      'Seat {value} has been assigned on booking {id}.',
    ],
  },
  zh: {
    ...validationACommon.zh,
    say_item: [
      '我有{value}的会员卡。',
      '刚办了{value}的常旅客卡，今天寄到的。',
      '帮我在航空会员卡里加上{value}。',
      '对了，{value}的里程我也在攒，会员卡都办好了。',
      '因为老出差，我终于入了{value}的会员，卡也拿到了。',
    ],
    forget_item: [
      '{value}的会员卡我退了，你忘了这条吧。',
      '麻烦把{value}从我的航空会员卡里去掉。',
      '之前说我有{value}的常旅客卡，现在没有了，删掉就行。',
      '我已经不是{value}的会员了，这个不用再记着。',
    ],
    ask_items: [
      '我有哪些航空公司的会员卡？',
      '想用里程换票，你帮我列一下我办过卡的航空公司都有哪些。',
      '把我所有的航空会员卡都告诉我吧。',
      '我的常旅客卡一共是哪几家航空公司的？',
    ],
    note_item: [
      '用户持有{value}的会员卡。',
      '航空会员卡：{value}。',
      '{value}是用户办有会员卡的航空公司之一。',
      '用户告知已加入{value}的常旅客计划并持卡。',
      '该用户的常旅客卡包括{value}。',
    ],
  },
}
