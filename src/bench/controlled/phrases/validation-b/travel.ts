/** Phrases for travel: bookings, and the airlines that the user has a loyalty card with. */
import type { PhraseSet } from '../phrase-set.js'
import { validationBCommon } from './common.js'

/** Travel phrases of the population B for validation. */
export const validationBTravel: PhraseSet = {
  en: {
    ...validationBCommon.en,
    say_item: [
      'I have now also a loyalty card with {value}.',
      'Please add {value} to the airlines where I hold a loyalty card.',
      'Since I fly so much for the company, I joined the loyalty program of {value} and got the card today.',
      'My loyalty card from {value} has just come by post.',
      'loyalty card, one more: {value}',
      "You should know I'm holder of a {value} loyalty card as well.",
      'For your information, {value} is among the airlines whose loyalty card I carry.',
    ],
    forget_item: [
      'I have cancelled my loyalty card with {value}, please forget about it.',
      'Kindly remove {value} from my loyalty cards in your memory.',
      "You don't have to remember any longer that I've got a loyalty card from {value}.",
      'Could you erase the note saying that I have a {value} loyalty card?',
      'loyalty cards: delete {value} pls, expired and not renewed',
      'With {value} I am not a member anymore, so the loyalty card should disappear from your notes.',
    ],
    ask_items: [
      'With which airlines do I have a loyalty card?',
      'Please list all my airline loyalty cards.',
      "Our travel desk would like to know every airline I've a loyalty card with. What can I answer them?",
      'my loyalty cards, which airlines? all pls',
      'Kindly give me an overview of the airlines for which I am a loyalty card holder.',
      'How many airline loyalty cards do I have by now, and which are they?',
    ],
    note_item: [
      'The user has a loyalty card with {value}.',
      'Loyalty card: {value}',
      'Client is a member of the {value} loyalty program (card holder).',
      '{value} is one of the airlines the customer has a loyalty card with.',
      'Pax holds {value} loyalty card, mentioned in chat.',
      'Told us she carries a loyalty card of {value}.',
      'Loyalty cards on file for this traveller include {value}.',
    ],
    via_gate: [
      'From which gate does my {noun} leave?',
      'Could you kindly tell me the gate for my {noun}?',
      'my {noun}, gate?',
      "I've just passed security and can't see any screen, what's the gate of my {noun}?",
      'A colleague wants to meet me before boarding, so I need to know the gate of my {noun}.',
    ],
    look_gate: [
      'Which gate is it for {id}? Kindly check in the system.',
      'gate for {id}, pls check',
      'I am on the way to the airport with booking {id}, can you find out the gate?',
      "For {id} I don't have any gate yet, could you check it for me?",
    ],
    notes_gate: [
      'From your notes only: what is the gate of booking {id}?',
      'As you remember it, which gate was it for {id}? Please do not look it up again.',
      "Don't query the booking, I just want the gate that you've noted for {id}.",
      'Gate of {id} from memory please, no system check.',
    ],
    note_gate: [
      'The gate of booking {id} is {value}.',
      '{id}: gate {value}',
      'User travelling on {id}, departs from gate {value}.',
      'Checked on request of the client, gate {value} is assigned to {id}.',
      'Informed pax that {id} boards at gate {value}.',
    ],
    via_seat: [
      'Which seat do I have on my {noun}?',
      'Could you please tell me the seat for my {noun}?',
      'my {noun} - seat?',
      'My colleague tries to sit next to me and asks for the seat of my {noun}. What is it?',
      "I'd like to know where I'm sitting on my {noun}, the seat number I mean.",
    ],
    look_seat: [
      'What seat was given to me on {id}? Kindly check in the system.',
      'seat for {id}, pls check',
      "I can't open my boarding pass for {id}, could you find out the seat?",
      'Can you check under booking {id} which seat is reserved?',
    ],
    notes_seat: [
      'From your notes only: what is the seat of booking {id}?',
      'Without looking up anything, which seat do you remember for {id}?',
      "No need to check the booking, I'm asking just for the seat you have noted under {id}.",
      'Please answer from memory alone: my seat on {id}?',
    ],
    note_seat: [
      'The seat of booking {id} is {value}.',
      '{id}: seat {value}',
      'Seat {value} was assigned to the user on {id}.',
      'Looked up {id} for the client, who is sitting in {value}.',
      'Pax confirmed on {id}, seat no. {value}.',
    ],
  },
  zh: {
    ...validationBCommon.zh,
    say_item: [
      '我现在也有{value}的会员卡了。',
      '请将{value}加入本人持有会员卡的航空公司名单。',
      '出差多，就办了张{value}的常旅客卡，你记一下。',
      '{value}的会员卡今天寄到了，又多一张。',
      '航空会员卡再添一家：{value}。',
      '跟你讲，我还入了{value}的会员，卡都拿到手了。',
    ],
    forget_item: [
      '我已经退了{value}的会员卡，请忘掉这条。',
      '{value}那张会员卡不要了，别再记着啦。',
      '烦请从我的航空会员卡记录中删除{value}。',
      '我不再是{value}的会员，之前记的那张卡请清除。',
      '会员卡里把{value}去掉吧，过期没续。',
    ],
    ask_items: [
      '我有哪些航空公司的会员卡？',
      '请列出本人持有的全部航空会员卡。',
      '差旅部要统计，我都办了哪几家航司的卡啊？',
      '我手上的航空会员卡一共有几家，分别是哪些？',
      '帮我把常旅客卡都数一遍，看看是哪些航空公司的。',
    ],
    note_item: [
      '用户持有{value}的会员卡。',
      '航空会员卡：{value}',
      '客户是{value}的常旅客会员，有卡。',
      '{value}的会员卡，该旅客名下有一张。',
      '她提到自己办了{value}的会员卡。',
      '【常旅客】{value}，已持卡',
    ],
  },
}
