/** Held-out texts of the travel domain. */
import type { PhraseSet } from '../phrase-set.js'
import { heldOutCommon } from './common.js'

/** Held-out phrases of the travel slots. */
export const heldOutTravel: PhraseSet = {
  en: {
    ...heldOutCommon.en,
    say_item: [
      "I've got a loyalty card with {value}.",
      'Please note that I hold a {value} loyalty card.',
      'I joined the loyalty programme of {value} and have their card.',
      "There's one more airline I have a loyalty card with: {value}.",
    ],
    forget_item: [
      'You can drop the note about my {value} loyalty card.',
      "I've cancelled my loyalty card with {value}, so don't remember it any longer.",
      'Take {value} off the list of airlines whose loyalty card I have.',
    ],
    ask_items: [
      'What loyalty cards do I hold?',
      'Can you list all of my airline loyalty cards?',
      'Remind me which airlines have issued me a loyalty card.',
    ],
    note_item: [
      'The user holds a {value} loyalty card.',
      'One of the airlines that the user has a loyalty card with is {value}.',
      'The user said that they carry the loyalty card of {value}.',
    ],
    via_gate: [
      'Which gate does my {noun} leave from?',
      "What's the gate for my {noun}?",
      'I need to know the gate of my {noun}.',
      'For my {noun}, what gate do I have to go to?',
    ],
    look_gate: [
      'Please look up the gate of booking {id}.',
      'Which gate does booking {id} depart from?',
      'Could you check what gate booking {id} has?',
      "Find me the gate for booking {id}, please.",
    ],
    notes_gate: [
      'From memory only, what is the gate of booking {id}?',
      "Don't look it up again: which gate do your notes give for booking {id}?",
      'Going by what you remember and nothing else, what gate does booking {id} have?',
      "Without using any tool, what's the gate for booking {id}?",
    ],
    note_gate: [
      'Booking {id} departs from gate {value}.',
      'Gate {value} is the one for booking {id}.',
      'For booking {id}, boarding is at gate {value}.',
    ],
    via_seat: [
      'What seat do I have on my {noun}?',
      'Which seat is mine on my {noun}?',
      "What's the seat for my {noun}?",
      'Can you tell me the seat number of my {noun}?',
    ],
    look_seat: [
      'Please look up the seat of booking {id}.',
      'Which seat has been assigned to booking {id}?',
      'Could you check what seat booking {id} has?',
      'Find out the seat for booking {id}, please.',
    ],
    notes_seat: [
      'From memory only, what is the seat of booking {id}?',
      'Which seat does booking {id} have, going by your notes and without looking it up?',
      'Please use only what you remember: what seat is booking {id} in?',
      'No lookups, please. What seat do you have noted for booking {id}?',
    ],
    note_seat: [
      'Booking {id} has seat {value}.',
      'Seat {value} belongs to booking {id}.',
      'On booking {id} the seat is {value}.',
    ],
  },
  zh: {
    ...heldOutCommon.zh,
    say_item: [
      '我办了一张{value}的会员卡，请记下来。',
      '我手上有一张{value}会员卡。',
      '我持有会员卡的航空公司里有{value}。',
    ],
    forget_item: [
      '请忘掉我有{value}会员卡这件事。',
      '我的{value}会员卡已经注销了，不用再记了。',
      '会员卡里去掉{value}吧，那张我不要了。',
    ],
    ask_items: [
      '请列出我所有的航空公司会员卡。',
      '你记得我都办了哪几家航空公司的会员卡吗？',
      '请告诉我，我手上有哪几家航空公司的会员卡？',
    ],
    note_item: [
      '用户持有一张{value}会员卡。',
      '用户办了{value}的会员卡。',
      '用户提到，自己办过{value}会员卡。',
    ],
  },
}
