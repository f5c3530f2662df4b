/** Held-out texts of the support domain. */
import type { PhraseSet } from '../phrase-set.js'
import { heldOutCommon } from './common.js'

/** Held-out phrases of the support slots. */
export const heldOutSupport: PhraseSet = {
  en: {
    ...heldOutCommon.en,
    say_item: [
      "I've registered a {value} with you.",
      'Please note that my {value} is a registered device.',
      'My {value} has been registered under my account.',
      "There's one more device that I registered: a {value}.",
    ],
    forget_item: [
      'You can drop the note about my registered {value}.',
      "My {value} is no longer registered, so don't remember it any longer.",
      'Take the {value} off the list of my registered devices.',
    ],
    ask_items: [
      'What devices are registered in my name?',
      'Can you list all of my registered devices?',
      'Remind me which devices I have registered with you so far.',
    ],
    note_item: [
      "A {value} is among the user's registered devices.",
      'One of the devices that the user registered is a {value}.',
      'The user said that they registered a {value}.',
    ],
    via_carrier: [
      'Which carrier has my {noun}?',
      "What's the carrier of my {noun}?",
      'Who is the carrier for my {noun}?',
      'I need to know which carrier is delivering my {noun}.',
    ],
    look_carrier: [
      'Please look up the carrier of order {id}.',
      'Which carrier is order {id} with?',
      'Could you check who the carrier for order {id} is?',
      'Find out which carrier is delivering order {id}, please.',
    ],
    notes_carrier: [
      'From memory only, what is the carrier of order {id}?',
      "Don't look it up again: which carrier do your notes give for order {id}?",
      'Going by what you remember and nothing else, who is the carrier for order {id}?',
      'Without using any tool, which carrier has order {id}?',
    ],
    note_carrier: [
      'Order {id} is being delivered by the carrier {value}.',
      '{value} is the carrier for order {id}.',
      'Order {id} goes with {value}, its carrier.',
    ],
    via_total: [
      "What's the total of my {noun}?",
      'How much does my {noun} come to in total?',
      'I need the total for my {noun}, please.',
      'What was I charged in total for my {noun}?',
    ],
    look_total: [
      'Please look up the total of order {id}.',
      'How much is order {id} in total?',
      'Could you check what the total for order {id} is?',
      'Find out what order {id} came to in total, please.',
    ],
    notes_total: [
      'From memory only, what is the total of order {id}?',
      'How much is order {id} in total, going by your notes and without looking it up?',
      'Please use only what you remember: what does order {id} come to in total?',
      'No lookups, please. What total do you have noted for order {id}?',
    ],
    note_total: [
      'Order {id} comes to {value} in total.',
      'In total, order {id} costs {value}.',
      'Order {id}: the total is {value}.',
    ],
    act_ticket: [
      'Please open a ticket about my {noun}: the parcel arrived with a broken seal.',
      'Could you create a ticket for my {noun}? One of the boxes was empty.',
      "I'd like to file a ticket for my {noun}, because it was left out in the rain.",
    ],
  },
  zh: {
    ...heldOutCommon.zh,
    say_item: [
      '我登记的设备里有{value}。',
      '我的{value}已经登记了，请记一下。',
      '我还登记过一样设备：{value}。',
    ],
    forget_item: [
      '请忘掉我登记过{value}这件事。',
      '我的{value}已经取消登记，不用再记了。',
      '请删除我登记{value}的记录。',
    ],
    ask_items: [
      '请列出我登记的所有设备。',
      '你记得我名下都登记了什么设备吗？',
      '请告诉我，我都登记过哪几样设备？',
    ],
    note_item: [
      '用户登记的设备包括{value}。',
      '{value}是用户登记的设备。',
      '用户提到，自己登记过{value}。',
    ],
  },
}
