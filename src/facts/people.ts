/** Words for people by how they stand to somebody: kin and company. A closed class, as far as language has one. */

const kin = 'mother father mum mom mam mama dad papa parent parents brother sister sibling siblings son daughter child children kid kids wife husband spouse partner boyfriend girlfriend '
  + 'fiance fiancee fiancé fiancée aunt auntie uncle cousin niece nephew grandmother grandfather grandma grandpa grandparent grandparents granny gran nan nana grandson granddaughter '
  + 'godmother godfather stepmother stepfather stepmum stepmom stepdad stepson stepdaughter stepbrother stepsister twin'
const company = 'friend friends mate mates pal buddy neighbour neighbor neighbours neighbors colleague colleagues coworker coworkers co-worker co-workers flatmate flatmates roommate roommates '
  + 'housemate housemates classmate teammate workmate boss landlord landlady tenant lodger assistant intern nanny babysitter'

/** English nouns, in lower case; compounds with "-in-law" and "ex-" are made of them. */
export const people: ReadonlySet<string> = new Set(`${kin} ${company}`.split(' '))

/** The same as a pattern, with what is put before or behind. */
export const personNoun = String.raw`(?:(?:ex|step|half|best|old|great|grand)[- ])*(?:${[...people].toSorted((a, b) => b.length - a.length).join('|')})(?:-in-law|s-in-law)?`

/** Chinese nouns, wherever they stand in a text. */
export const personHan = /(?:外|祖|岳|公|婆|堂|表|继|养|干|前|大|小|老|亲)?(?:妈妈?|母亲|娘|爸爸?|父亲|爹|父母|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥?|姐姐?|弟弟?|妹妹?|兄弟|姐妹|儿子|女儿|孩子|老公|老婆|丈夫|妻子|太太|先生|爱人|男朋友|女朋友|男友|女友|未婚夫|未婚妻|伯[父母伯]|叔叔?|婶婶?|姑[姑妈父]|姨[妈父]?|阿姨|舅[舅妈]?|侄[子女]|外甥女?|孙[子女]|朋友|闺蜜|哥们|邻居|同事|同学|室友|舍友|房东|租客|老板|上司|领导|助理|队友|搭档|合租的人)/u

/** True for a token that names a person by how he stands to somebody: "sister", "brother-in-law". */
export function isPerson(lower: string): boolean {
  const bare = lower.replace(/['’]s?$/, '').replace(/s?-in-law$/, '').replace(/^(?:ex|step|half)-/, '')
  return people.has(bare)
}
