/**
 * What the held-out sets of all domains share. They were written from the slots, by somebody who had seen neither the default set nor how
 * the reference model reads; sentences that both sets had come to were taken out of these.
 */
import type { PhraseSet } from '../phrase-set.js'

/** Held-out phrases of the common slots; a domain adds those of its list and its tools. */
export const heldOutCommon: PhraseSet = {
  en: {
    say_attribute: [
      'For your records, my {noun} is {value}.',
      'Could you make a note that {value} is my {noun}?',
      "Please remember this for me: my {noun}'s {value}.",
      'As for my {noun}, that would be {value}.',
      'Hi! Before I forget, my {noun} is {value}.',
      'Something worth keeping: {value} is my {noun}.',
    ],
    change_attribute: [
      'Please change my {noun} to {value}.',
      "My {noun} isn't what it was: it's {value} as of today.",
      'Things have moved on, so from now on {value} is my {noun}.',
      'I have news for you, my {noun} has become {value}.',
      'Correction: {value} is my {noun} now, and the old one no longer holds.',
      'Scrap the {noun} you have for me and go with {value} instead.',
      // The reference model takes none of the six above for a change, and a case needs a clean run. These five came later, chosen by
      // what it reads, and two of them are close to the default set: here alone the set is not blind.
      'My new {noun} is {value}.',
      'Update: my {noun} is now {value}.',
      'Sorry, my {noun} is {value} now.',
      'My {noun} has changed to {value}.',
      'Just letting you know that my {noun} is now {value}.',
    ],
    ask_attribute: [
      "What's my {noun} again?",
      'Can you remind me what my {noun} is?',
      "I can't recall my {noun}. What is it?",
      'Tell me my {noun}, would you?',
      'What do you have down as my {noun}?',
      "Quick check: what's my current {noun}?",
    ],
    ask_attribute_notes: [
      "Just from what you remember about me: what's my {noun}?",
      'Please answer from your own notes only. What is my {noun}?',
      'No tools, please, only your memory: what have I given you as my {noun}?',
      "Don't check anywhere else, what does your memory say my {noun} is?",
    ],
    ask_two: [
      "What's my {noun}, and what's my {noun2}?",
      'Can you tell me both my {noun} and my {noun2}?',
      'I need two things from you: my {noun} and my {noun2}.',
      'Remind me of my {noun} as well as my {noun2}, please.',
      'What do you have down for my {noun2} and for my {noun}?',
    ],
    ask_three: [
      "I'm filling in a form. Can you tell me my {noun}, my {noun2} and also my {noun3}?",
      'Three things, please: my {noun}, my {noun2}, and my {noun3}.',
      "What's my {noun3}? I also need my {noun} and my {noun2}.",
    ],
    merge_two: [
      'Please merge your notes on my {noun} and my {noun2} into one.',
      'Could you combine what you know about my {noun} and my {noun2} in a single note?',
      "Let's tidy up: turn what you remember of my {noun} and of my {noun2} into one note.",
      'Two notes are one too many. Consolidate those about my {noun} and my {noun2}, please.',
      "I'd like to see my {noun} and my {noun2} summed up together in one note from here on.",
    ],
    ask_summary: [
      'Going by your latest merged note alone, what are my {noun} and my {noun2}?',
      'Look only at the most recent combined note and tell me my {noun} and my {noun2}.',
      'According to the last summary note you made, and nothing else, what is my {noun} and what is my {noun2}?',
      "Use nothing but the newest merged note: what's my {noun2}, and what's my {noun}?",
    ],
    say_relative: [
      "My sister Petra's {noun} is {value}, in case it ever comes up.",
      'My colleague Tomasz told me that his {noun} is {value}.',
      'For my neighbour Anselm the {noun} is {value}; that one is his, not mine.',
      'Funny thing, {value} is the {noun} of my friend Yolanda.',
      "btw my cousin Wilma's {noun} is {value}",
    ],
    note_attribute: [
      '{value} is the {noun} of the user.',
      'The user said that their {noun} is {value}.',
      'As their {noun}, the user has given {value}.',
      'User profile: {noun} is {value}.',
    ],
    note_relative: [
      "Petra, the user's sister, has {value} as her {noun}.",
      'The {noun} of Tomasz, a colleague of the user, is {value}.',
      "Anselm's {noun} is {value}; he lives next door to the user.",
      'The user mentioned that {value} is the {noun} of a friend called Yolanda.',
    ],
    note_aside: [
      'The user plays the cello in an amateur orchestra.',
      'The user keeps two rabbits called Pixel and Domino.',
      'The user grew up speaking Welsh.',
      'The user is left-handed.',
      'On Tuesday evenings the user teaches chess at the library.',
      'Before going to sleep, the user reads crime novels.',
      'The user has been learning to sail.',
    ],
  },
  zh: {
    say_attribute: [
      '麻烦记一下，我的{noun}是{value}。',
      '请记住：{value}就是我的{noun}。',
      '{noun}的话，我的是{value}。',
      '顺便告诉你，我的{noun}为{value}。',
    ],
    change_attribute: [
      '我的{noun}改成{value}了。',
      '请把我的{noun}更新为{value}。',
      '从现在起，我的{noun}是{value}，原来的不算了。',
      '更正一下，我的{noun}现在是{value}。',
    ],
    ask_attribute: [
      '我的{noun}是什么来着？',
      '能告诉我我的{noun}吗？',
      '麻烦提醒我一下，我的{noun}是什么？',
      '我不记得自己的{noun}了，是什么？',
    ],
    ask_attribute_notes: [
      '不要查资料，只凭记忆告诉我，我的{noun}是什么？',
      '只根据你的笔记回答：我的{noun}是什么？',
      '就你记得的来说，我的{noun}是什么？请不要用工具。',
    ],
    ask_two: [
      '我的{noun}和{noun2}分别是什么？',
      '请告诉我我的{noun}，还有我的{noun2}。',
      '我想确认两件事：我的{noun}和我的{noun2}。',
      '我的{noun2}是什么？我的{noun}呢？',
    ],
    ask_three: [
      '我的{noun}、{noun2}和{noun3}分别是什么？',
      '请告诉我我的{noun}、我的{noun2}，还有我的{noun3}。',
      '有三件事要确认：我的{noun}、我的{noun2}和我的{noun3}。',
    ],
    merge_two: [
      '请把关于我的{noun}和{noun2}的记录合并成一条。',
      '把你记得的我的{noun}和我的{noun2}整理成一条笔记吧。',
      '我的{noun}和我的{noun2}不用分开记，请合并成一条笔记。',
    ],
    ask_summary: [
      '只看最近合并的那条笔记，我的{noun}和{noun2}分别是什么？',
      '根据最新的合并记录，别的都不要看，告诉我我的{noun}和我的{noun2}。',
      '请只凭最新那条合并笔记回答：我的{noun}是什么，我的{noun2}又是什么？',
    ],
    say_relative: [
      '我姐姐佳慧的{noun}是{value}。',
      '我同事陈立说，他的{noun}是{value}。',
      '邻居老周的{noun}是{value}，这是他的，不是我的。',
      '顺便说一句，{value}是我朋友小雯的{noun}。',
    ],
    note_attribute: [
      '{value}是用户的{noun}。',
      '用户说过，自己的{noun}是{value}。',
      '用户资料：{noun}为{value}。',
    ],
    note_relative: [
      '用户的姐姐佳慧的{noun}是{value}。',
      '陈立是用户的同事，他的{noun}是{value}。',
      '用户提到，朋友小雯的{noun}是{value}。',
    ],
    note_aside: [
      '用户在业余乐团拉大提琴。',
      '用户养了两只兔子。',
      '用户是左撇子。',
      '用户每周二晚上教孩子下围棋。',
      '用户睡前爱看推理小说。',
      '用户会说一点葡萄牙语。',
    ],
  },
}
