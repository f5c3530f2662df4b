import type { PhraseSet } from '../phrase-set.js'
import { validationACommon } from './common.js'

/** Support phrases of population A; the list is the devices that the user has registered. */
export const validationASupport: PhraseSet = {
  en: {
    ...validationACommon.en,
    say_item: [
      "I've just registered my {value} with you guys.",
      'Can you add the {value} to my registered devices? I did the sign-up last night.',
      'One more device registered in my name: {value}.',
      'Oh, and the {value} is registered too now, took me ages to find the code.',
      'Besides the other stuff I own, I registered a device called {value} for the warranty.',
    ],
    forget_item: [
      "I sold it, so please forget that I've got {value} registered.",
      'Take {value} off my registered devices, would you?',
      "The {value} isn't registered to me anymore, you can delete that from your notes.",
      'Remember I told you I registered {value}? Drop that one please, I sent it back.',
    ],
    ask_items: [
      'Which devices have I registered?',
      "Can you list every device that's registered to me?",
      "I've lost track of what I've registered with you, so what's on there altogether?",
      'All my registered devices, please.',
    ],
    note_item: [
      'The user has registered {value}.',
      'Registered device: {value}.',
      '{value} is among the devices the customer has registered.',
      'User said that they completed the registration of their {value}.',
      'Devices registered by this user include {value}.',
    ],
    via_carrier: [
      "Who's delivering my {noun}?",
      'Can you check which carrier has got my {noun}?',
      "I'd like to know what courier my {noun} is coming with.",
      'About my {noun}, which delivery company is it with? I want to chase them up.',
    ],
    look_carrier: [
      'Could you look up the carrier for order {id}?',
      "Who's shipping {id}? Please check for me.",
      "I'm waiting in for {id} and have no clue which courier has it. Can you find out?",
      'Please pull up order {id} and tell me which company is delivering it.',
    ],
    notes_carrier: [
      "Just from memory, who's the carrier for order {id}?",
      "Do you remember which courier had {id}? Don't look it up, just what's in your notes.",
      'Going only by what you noted down before, who was delivering order {id}?',
      'No need to check the system again: which carrier was it for {id}, as far as you remember?',
    ],
    note_carrier: [
      'The carrier of order {id} is {value}.',
      '{id} is being delivered by {value}.',
      'Order {id}, carrier: {value}.',
      'Looked up {id}; {value} is handling the delivery.',
    ],
    via_total: [
      'How much did my {noun} come to?',
      "What's the total on my {noun}, please?",
      'My card statement looks off, so can you check the total for my {noun}?',
      'I want to know what I paid altogether for my {noun}.',
    ],
    look_total: [
      'Can you look up the total for order {id}?',
      'Please check how much {id} came to altogether.',
      "I can't find my receipt for {id}. What was the total? Could you pull it up?",
      'Order {id}, what did that cost me in all? Have a look please.',
    ],
    notes_total: [
      'Without checking the system, what was the total of order {id}?',
      "How much did {id} come to? Just what you remember, don't look it up.",
      'If your notes have the total for order {id}, tell me, but only from there.',
      'You told me the total of {id} a while back. From memory, what was it?',
    ],
    note_total: [
      'The total of order {id} is {value}.',
      'Order {id} came to {value} in total.',
      '{id}: order total {value}.',
      'Checked {id} for the customer, who was charged {value} altogether.',
    ],
    act_ticket: [
      'Please open a ticket about my {noun}, the box turned up completely crushed.',
      'My {noun} never arrived even though it says delivered. Can you raise a ticket for that?',
      "I've been charged twice for my {noun}, so I'd like a ticket opened please.",
      "Could you log a support ticket? There's a part missing from my {noun}.",
      'They sent the wrong model for my {noun}! I want a ticket opened so that someone sorts it out.',
    ],
  },
  zh: {
    ...validationACommon.zh,
    say_item: [
      '我刚在你们这儿注册了{value}。',
      '帮我把{value}加到已注册的设备里吧，昨晚刚弄好。',
      '我名下又多了一台注册设备：{value}。',
      '对了，{value}我也注册好了，找序列号找了半天。',
      '为了保修，我把家里的{value}也注册了。',
    ],
    forget_item: [
      '{value}我卖掉了，注册过这事儿你就忘了吧。',
      '麻烦把{value}从我的注册设备里去掉。',
      '之前说我注册了{value}，已经退货了，这条删掉就行。',
      '我名下没有注册{value}了，不用再记着。',
    ],
    ask_items: [
      '我都注册了哪些设备？',
      '把我名下所有注册过的设备列一下吧。',
      '我自己都搞不清在你们这儿注册过什么设备了，一共有哪些？',
      '麻烦告诉我，我已注册的设备全部有哪些。',
    ],
    note_item: [
      '用户已注册{value}。',
      '注册设备：{value}。',
      '{value}在该客户的注册设备之列。',
      '用户告知其{value}已完成注册。',
      '该用户名下的注册设备包括{value}。',
    ],
  },
}
