/** Phrases of the default set that all domains share. */
import type { PhraseSet } from './phrase-set.js'

/** By language and key; the keys are explained in `slots.ts`. */
export const defaultCommon = {
  en: {
    say_attribute: [
      'My {noun} is {value}.', 'For the record, my {noun} is {value}.', 'Please note that my {noun} is {value}.', 'Just so you know, my {noun} is {value}.',
      'Please remember this: my {noun} is {value}.', 'Hi, my {noun} is {value}.',
    ],
    change_attribute: [
      'My {noun} is now {value}.', 'Correction: my {noun} is {value}.', 'My {noun} has changed. It is {value} now.', 'Actually, my {noun} is {value} now.',
      'Please update your notes: my {noun} is {value}.', 'From now on my {noun} is {value}.',
    ],
    ask_attribute: [
      'What is my {noun}?', 'Could you tell me my {noun}?', 'Remind me, what is my {noun}?', 'What do you have as my {noun}?', 'Tell me my {noun}, please.',
    ],
    ask_attribute_notes: [
      'Using only your notes, what is my {noun}?', 'From memory only: what is my {noun}?', 'Without looking anything up, what is my {noun}?',
    ],
    ask_two: [
      'What is my {noun}, and what is my {noun2}?', 'Tell me my {noun} and my {noun2}.', 'Remind me of my {noun} and my {noun2}, please.', 'What are my {noun} and my {noun2}?',
    ],
    ask_three: [
      'What is my {noun}, what is my {noun2} and what is my {noun3}?', 'Tell me my {noun}, my {noun2} and my {noun3}.', 'What are my {noun}, my {noun2} and my {noun3}?',
    ],
    merge_two: [
      'Merge your notes about my {noun} and my {noun2}.', 'Please consolidate what you remember about my {noun} and my {noun2}.',
      'Combine your notes on my {noun} and my {noun2} into one.', 'Summarize what you know about my {noun} and my {noun2}.',
    ],
    ask_summary: [
      'Using only your latest summary, tell me my {noun} and my {noun2} together.', 'Using only the notes you stored, what are my {noun} and my {noun2}?',
      'From your notes only: what is my {noun}, and what is my {noun2}?',
    ],
    say_relative: [
      "My sister's {noun} is {value}.", "By the way, my neighbour's {noun} is {value}.", "My colleague's {noun} is {value}, which is not mine.", "My brother's {noun} is {value}.",
    ],
    note_attribute: ["The user's {noun} is {value}.", "The {noun} of the user is {value}.", "As of the last call, the user's {noun} is {value}."],
    note_relative: ["The {noun} of the user's cousin is {value}.", "The user's flatmate has another {noun}: {value}.", "The user's father has {value} as his {noun}."],
    note_aside: [
      'The user lives with two cats.', 'The user speaks Portuguese at home.', 'The user works night shifts in winter.', 'The user plays the cello.',
      'The user grew up near the coast.', 'The user reads long reports on paper.', 'The user cycles to work.', 'The user has a dog named Biscuit.',
      'The user collects old maps.', 'The user has two daughters at school.',
    ],
  },
  zh: {
    say_attribute: ['我的{noun}是{value}。', '请记住，我的{noun}是{value}。', '说明一下，我的{noun}是{value}。'],
    change_attribute: ['我的{noun}现在是{value}。', '更正一下，我的{noun}是{value}。', '我的{noun}如今是{value}。'],
    ask_attribute: ['我的{noun}是什么？', '请问我的{noun}是什么？', '告诉我我的{noun}。'],
    ask_attribute_notes: ['只根据你的记录，我的{noun}是什么？', '只凭记忆，我的{noun}是什么？'],
    ask_two: ['我的{noun}和{noun2}是什么？', '请告诉我我的{noun}和{noun2}。'],
    ask_three: ['我的{noun}、{noun2}和{noun3}是什么？', '请告诉我我的{noun}、{noun2}和{noun3}。'],
    merge_two: ['合并关于我的{noun}和{noun2}的记忆。', '请整理关于我的{noun}和{noun2}的笔记。'],
    ask_summary: ['只根据你的记录，我的{noun}和{noun2}是什么？', '只凭最新的摘要，我的{noun}和{noun2}是什么？'],
    say_relative: ['我姐姐的{noun}是{value}。', '我同事的{noun}是{value}。'],
    note_attribute: ['用户的{noun}是{value}。', '用户说过，用户的{noun}是{value}。'],
    note_relative: ['用户表弟的{noun}是{value}。', '用户室友的{noun}是{value}。'],
    note_aside: ['用户养了两只猫。', '用户冬天上夜班。', '用户会拉大提琴。', '用户骑车上班。', '用户收藏旧地图。', '用户有两个女儿。'],
  },
} as const satisfies PhraseSet
