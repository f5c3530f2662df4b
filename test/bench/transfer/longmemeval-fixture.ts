/** A set in the shape of LongMemEval-V2, invented here: the set itself is not at hand. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const header = (button: string) => `RootWebArea 'Article'\n  [a1] heading 'Reset a badge'\n  [a2] button '${button}', clickable\n  [a3] button 'Subscribe to Updates', clickable`

export const questions = [
  {
    id: 'q-button', domain: 'enterprise', environment: 'desk', question_type: 'static-environment', image: null,
    question: 'Which header button appears after opening a knowledge article?', answer: 'Attach to Private Task', eval_function: 'norm_phrase_set_match|separators=,;',
  },
  {
    id: 'q-order', domain: 'enterprise', environment: 'desk', question_type: 'procedure', image: null,
    question: 'Which menus lead to the badge report, in order?', answer: 'Facilities Home; Badge Register; Badge Report', eval_function: 'norm_phrase_set_match_ordered|separators=;',
  },
  { id: 'q-nowhere', domain: 'enterprise', environment: 'desk', question_type: 'static-environment', image: null, question: 'Which tab is red?', answer: 'Purple Tab', eval_function: 'norm_phrase_set_match' },
  { id: 'q-choice', domain: 'enterprise', environment: 'desk', question_type: 'procedure', image: null, question: 'A or B?', answer: 'A', eval_function: 'mc_choice_match' },
  { id: 'q-premise', domain: 'enterprise', environment: 'desk', question_type: 'static-environment-abs', image: null, question: 'Which blue tab?', answer: 'none', eval_function: 'norm_phrase_set_match' },
  { id: 'q-picture', domain: 'enterprise', environment: 'desk', question_type: 'static-environment', image: 'one.png', question: 'What is this?', answer: 'Subscribe', eval_function: 'norm_phrase_set_match' },
]

const state = (at: number, url: string, action: string | null, tree: string) => ({
  state_index: at, step: at, url: `https://desk.test/${url}`, action, thought: `I look at ${url}.`, accessibility_tree: tree, screenshot: `screenshots/t/${at}.png`,
})

export const trajectories = [
  {
    id: 't-article', domain: 'enterprise', environment: 'desk', goal: 'Find the article about badges', outcome: 'success', start_url: 'https://desk.test/search',
    states: [
      state(0, 'search', "click('s1')", "RootWebArea 'Search'\n  [s1] link 'Reset a badge'\n  [s2] button 'Edit Search', clickable"),
      state(1, 'article', null, header('Attach to Private Task')),
    ],
  },
  {
    id: 't-report', domain: 'enterprise', environment: 'desk', goal: 'Open the badge report', outcome: 'success', start_url: 'https://desk.test/home',
    states: [
      state(0, 'home', "click('h1')", "RootWebArea 'Home'\n  [h1] link 'Facilities Home'\n  [h2] link 'Parking'\n  [h3] link 'Facilities Plan'"),
      state(1, 'facilities', "click('f1')", "RootWebArea 'Facilities'\n  [f1] link 'Badge Register'\n  [f2] link 'Keys'\n  [f3] link 'Badge Requests'"),
      state(2, 'badges', "click('b1')", "RootWebArea 'Badges'\n  [b1] link 'Badge Report'\n  [b2] link 'Locks'\n  [b3] link 'Badge Rules'"),
    ],
  },
  { id: 't-aside', domain: 'enterprise', environment: 'desk', goal: 'Order a chair', outcome: 'failure', start_url: 'https://desk.test/shop', states: [state(0, 'shop', "click('c1')", "[c1] button 'Order Now'")] },
  { id: 't-other', domain: 'enterprise', environment: 'desk', goal: 'Not in any haystack', outcome: 'success', start_url: 'https://desk.test/x', states: [state(0, 'x', null, header('Attach to Private Task'))] },
]

/** Write the set into a folder of its own. */
export function writeFixture(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-longmemeval-'))
  mkdirSync(join(folder, 'haystacks'))
  const lines = (rows: readonly object[]): string => `${rows.map((row) => JSON.stringify(row)).join('\n\n')}\n`
  writeFileSync(join(folder, 'questions.jsonl'), lines(questions))
  writeFileSync(join(folder, 'trajectories.jsonl'), lines(trajectories))
  writeFileSync(join(folder, 'haystacks', 'lme_v2_small.json'), JSON.stringify(Object.fromEntries(questions.map(({ id }) => [id, ['t-aside', 't-article', 't-report']]))))
  return folder
}
