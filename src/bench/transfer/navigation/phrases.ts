/** How people speak of pages and tasks: several ways for everything that is said in a script. */
import type { Random } from '../../controlled/random.js'
import type { Detail } from './world.js'

/** What can be said; the names in braces are filled in. */
const phrases = {
  look_header_button: [
    'Open the page {page} and tell me which button stands in its header.', 'Please open the page {page}: what is the header button?', 'Can you open the page {page} and say what its header button is?',
  ],
  look_menu: [
    'Open the page {page} and tell me under which menu it stands.', 'Please open the page {page}: what is its menu?', 'Can you open the page {page} and say what menu it is in?',
  ],
  look_form_fields: [
    'Open the page {page} and tell me which form fields it has.', 'Please open the page {page}: what are the form fields?', 'Can you open the page {page} and list its form fields?',
  ],
  guide: [
    'Read the guide of the task {task} and give me the steps.', 'Please read the guide for the task {task}: what are the steps?', 'Can you read the guide of the task {task} and list its steps?',
  ],
  tip_header_button: [
    'A colleague told me that the last click of the task {task} is {value}.', 'For the record, the final button of the task {task} is {value}.', 'Note that the task {task} is always finished with the button {value}.',
  ],
  tip_menu: [
    'A colleague told me that the starting menu of the task {task} is {value}.', 'For the record, the first menu of the task {task} is {value}.', 'Note that the task {task} is always started from the menu {value}.',
  ],
  tip_form_fields: [
    'A colleague told me that the mandatory entries of the task {task} are {value}.', 'For the record, the mandatory entries of the task {task} are {value}.', 'Note that the task {task} is always held up without {value}.',
  ],
  merge: [
    'Please merge your notes about the task {task} into one.', 'Summarise your notes about the task {task} in one workflow note.', 'Please combine what you remember about the task {task}.',
  ],
  ask_steps: [
    'From your notes alone: what are the steps of the task {task}, in order?', 'Using only your notes, list the steps of the task {task} in order.', 'How is the task {task} done? Only use your notes for the steps.',
  ],
  ask_header_button: [
    'From your notes alone: what is the header button of the page {page}?', 'Using only your notes, which header button does the page {page} have?',
  ],
  ask_menu: [
    'From your notes alone: what is the menu of the page {page}?', 'Using only your notes, in which menu is the page {page}?',
  ],
  ask_form_fields: [
    'From your notes alone: what are the form fields of the page {page}?', 'Using only your notes, which form fields does the page {page} have?',
  ],
  ask_tip_header_button: ['From your notes alone: with which button is the task {task} finished?', 'Using only your notes, what is the final button of the task {task}?'],
  ask_tip_menu: ['From your notes alone: from which menu is the task {task} started?', 'Using only your notes, what is the first menu of the task {task}?'],
  ask_tip_form_fields: ['From your notes alone: what are the mandatory entries of the task {task}?', 'Using only your notes, which entries are mandatory for the task {task}?'],
  habit: ['My usual site is {site}.', 'I work in the evening shift.', 'My badge opens the second floor.', 'I prefer keyboard shortcuts.', 'My screen shows large letters.'],
} as const satisfies Record<string, readonly string[]>

/** Something that can be said. */
export type Phrase = keyof typeof phrases

/** Say something in one of its ways. */
export function say(random: Random, phrase: Phrase, words: Readonly<Record<string, string>> = {}): string {
  return random.pick<string>(phrases[phrase]).replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
}

/** The phrase of a family that is about a detail. */
export const about = <F extends 'look' | 'tip' | 'ask' | 'ask_tip'>(family: F, detail: Detail): `${F}_${Detail}` => `${family}_${detail}`
