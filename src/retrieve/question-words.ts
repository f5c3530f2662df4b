/** What of a question is looked for. */
import { segment } from '../record/segment.js'

/** Words that bind a sentence together and stand in every memory: they find nothing. One list a language. */
const bindingWords = new Set([
  ...('a an and are as at be been but by can could did do does for from had has have how i if in is it its me my of on or our please she he so tell ' +
    'than that the their them then there these they this those to us was we were what when where which who whom whose why will with would you your').split(' '),
  ...('aber als am an auf aus bei bin bitte da das dem den der des die du ein eine einem einen einer er es für hat ich ihr im in ist kann man mein ' +
    'mich mir mit nach noch sein sich sie sind über um und uns unser von vom war was welche welcher welches wer wie wir wird wo zu zum zur').split(' '),
  ...'的 了 是 在 我 你 他 她 它 们 我们 你们 和 与 吗 呢 吧 什么 哪 哪个 怎么 请 把 被 有 这 那 就 也 都 很'.split(' '),
  ...'の は が を に で と も か へ です ます した して する いる ある この その あの 何 ください'.split(' '),
])

/**
 * Cut a question into the words that carry its meaning, separated by blanks; all of its words where none does.
 */
export function questionWords(text: string): string {
  const all = segment(text).split(' ')
  const telling = all.filter((word) => !bindingWords.has(word))
  return (telling.length > 0 ? telling : all).join(' ')
}
