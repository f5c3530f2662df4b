/** A large store of one user, made up, and questions whose answer is known. */
import type { RecordItem } from '../../index.js'

/** A question, and the one memory that answers it; null where any will do. */
export interface KnownQuestion {
  kind: QuestionKind
  text: string
  answer: string | null
}

/** What a question is made of. */
export const questionKinds = [
  'an order number', 'a name beside common words', 'words that many memories have', 'a word that the memory lacks',
  'a misspelt name alone', 'a misspelt name beside common words',
  'German, inflected', 'Chinese', 'Japanese', 'an identifier of code', 'words that every memory has',
] as const
export type QuestionKind = (typeof questionKinds)[number]

const colours = ['amber', 'azure', 'beige', 'black', 'bronze', 'brown', 'coral', 'crimson', 'cyan', 'golden', 'green', 'ivory', 'lilac', 'olive', 'orange', 'purple', 'scarlet', 'silver', 'violet', 'white']
const things = ['armchair', 'backpack', 'blanket', 'bookcase', 'camera', 'candle', 'carpet', 'curtain', 'drill', 'freezer', 'guitar', 'hammer', 'heater', 'jacket', 'kettle', 'ladder', 'lamp', 'mattress', 'mirror', 'monitor', 'oven', 'piano', 'pillow', 'printer', 'router', 'saddle', 'scanner', 'tent', 'toaster', 'violin']
const cities = ['Aarhus', 'Basel', 'Bergen', 'Bilbao', 'Bremen', 'Cardiff', 'Dresden', 'Dublin', 'Ghent', 'Graz', 'Krakow', 'Leipzig', 'Lisbon', 'Lyon', 'Malmo', 'Naples', 'Nice', 'Oslo', 'Porto', 'Riga', 'Rome', 'Seville', 'Tallinn', 'Turin', 'Utrecht', 'Vienna', 'Vilnius', 'Zagreb', 'Zurich', 'Warsaw']
const germanThings = ['Lampe', 'Matratze', 'Kamera', 'Decke', 'Leiter', 'Heizung', 'Jacke', 'Gitarre', 'Kerze', 'Tasche']
const chineseThings = ['相机', '窗帘', '帐篷', '钢琴', '打印机', '路由器', '台灯', '吉他', '烤箱', '镜子']
const chineseCities = ['北京', '上海', '广州', '深圳', '成都', '杭州', '南京', '武汉', '西安', '重庆']
const japaneseThings = ['カメラ', 'カーテン', 'テント', 'ピアノ', 'ランプ', 'ギター', 'ルーター', 'ヒーター', 'ナイフ', 'ソファ']
const japaneseCities = ['東京', '大阪', '京都', '名古屋', '札幌', '福岡', '神戸', '仙台', '広島', '横浜']

/** Kinds of memories, one after the other; a share of them in other scripts. */
const perRound = 10
const syllables = 'bdfgklmnprstvz'.split('').flatMap((consonant) => 'aeiou'.split('').map((vowel) => consonant + vowel))
const names = syllables.length ** 3

/**
 * The memory of that number, 0 and more. Half a million in a row differ in their names and order numbers; the rest of their words they share.
 *
 * @returns an item of user `user`, with id `m<number>`
 */
export function knownMemory(n: number): RecordItem {
  return { kind: 'memory', id: `m${n}`, user: 'user', content: contentOf(n) }
}

/**
 * Questions on a store of `size` such memories, spread over it.
 *
 * @param each how many of a kind
 */
export function knownQuestions(size: number, each: number): KnownQuestion[] {
  return questionKinds.flatMap((kind) => Array.from({ length: each }, (_, i) => {
    const round = Math.floor(i * size / each / perRound)
    return questionOn(kind, round * perRound)
  }))
}

function contentOf(n: number): string {
  const { name, colour, thing, city, price } = partsOf(n)
  switch (n % perRound) {
    case 0: case 1: return `The user ordered a ${colour} ${thing} from shop ${name} in ${city}; the order number is ORD-${n}.`
    case 2: case 3: return `The user told the agent that shop ${name} in ${city} sells a ${colour} ${thing} for ${price} euros.`
    case 4: return `The order ORD-${n} of the user, a ${colour} ${thing}, was shipped to ${city} by ${name} Logistics.`
    case 5: return `The user prefers the ${colour} ${thing} of ${name}, has seen it in ${city}, and orders it every year.`
    case 6: return `Der Kunde hat bei der Firma ${name} in ${city} eine ${at(germanThings, n)} bestellt; die Rechnung R-${n} ist bezahlt.`
    case 7: return `用户在${at(chineseCities, n)}的商店购买了${at(chineseThings, n / 10)}，订单号是${n}，联系人是${name}。`
    case 8: return `ユーザーは${at(japaneseCities, n)}の店で${at(japaneseThings, n / 10)}を注文しました。注文番号は${n}、担当は${name}です。`
    default: return `The user's function get${name}Price in src/${thing}/${name.toLowerCase()}_price.ts returns the price of a ${colour} ${thing}.`
  }
}

function questionOn(kind: QuestionKind, first: number): KnownQuestion {
  const of = (offset: number, text: (parts: ReturnType<typeof partsOf>, n: number) => string): KnownQuestion => {
    const n = first + offset
    return { kind, text: text(partsOf(n), n), answer: `m${n}` }
  }
  switch (kind) {
    case 'an order number': return of(0, (_, n) => `Where is the order ORD-${n}?`)
    case 'a name beside common words': return of(1, ({ name }) => `What did the user order from shop ${name}?`)
    case 'words that many memories have': return of(3, ({ colour, thing, city, price }) => `Which shop in ${city} sells a ${colour} ${thing} for ${price} euros?`)
    case 'a word that the memory lacks': return of(4, ({ name, thing }) => `Did the user complain that ${name} Logistics had damaged the ${thing}?`)
    case 'a misspelt name alone': return of(1, ({ name }) => misspelt(name))
    case 'a misspelt name beside common words': return of(1, ({ name, city }) => `What did the user order from shop ${misspelt(name)} in ${city}?`)
    case 'German, inflected': return of(6, ({ name }, n) => `Welche ${at(germanThings, n)}n hat der Kunde bei ${name} bestellt?`)
    case 'Chinese': return of(7, ({ name }, n) => `联系人${name}的订单是什么${at(chineseThings, n / 10)}？`)
    case 'Japanese': return of(8, ({ name }, n) => `担当${name}の${at(japaneseThings, n / 10)}の注文番号は何ですか`)
    case 'an identifier of code': return of(9, ({ name }) => `get${name}Price`)
    default: return { kind, text: 'What did the user order?', answer: null }
  }
}

function partsOf(n: number) {
  const spread = (n * 7919 + 13) % names
  const name = [spread, spread / syllables.length, spread / syllables.length ** 2].map((digits) => at(syllables, digits)).join('')
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1), colour: at(colours, n / 7), thing: at(things, n / 3), city: at(cities, n / 11), price: 10 + n % 997,
  }
}

function at(list: readonly string[], index: number): string {
  return list[Math.floor(index) % list.length] ?? ''
}

/** Without its fourth letter, as a hurried hand writes it. */
function misspelt(name: string): string {
  return name.slice(0, 3) + name.slice(4)
}
