/** Texts as people and programs write them, in several languages and in code, and questions that somebody would ask. */
import { expect, test } from 'vitest'
import { referenceEmbedding } from '../../src/llm/reference/embedding.js'
import { searchModes } from '../../src/vocabulary.js'
import { testDatabase } from '../database.js'
import { memory } from '../record/items.js'
import { placedStore } from './placed.js'

const database = await testDatabase()

/** All in one store, so that each question has every other text as a distraction. */
const texts: Record<string, string> = {
  'zh-refund': '客户张伟要求退款，原因是收到的蓝牙耳机左侧没有声音。退款将在七个工作日内原路退回。',
  'zh-meeting': '下周三下午三点在上海办公室开项目评审会议，请提前准备好演示文稿。',
  'zh-diet': '用户对花生过敏，点餐时请务必避免任何含有坚果的食物。',
  'zh-address': '收货地址已改为北京市海淀区中关村大街27号，邮编100080。',
  'ja-refund': '返品をご希望の場合は、商品到着後30日以内にカスタマーサポートまでご連絡ください。',
  'ja-meeting': '来週の火曜日に大阪支社で四半期の売上報告会を行います。資料は前日までに提出してください。',
  'ja-train': '東京駅から新幹線で京都まで約二時間十五分かかります。窓側の席を予約しました。',
  'ja-allergy': '山田さんはエビとカニにアレルギーがあります。',
  'de-invoice': 'Die Rechnungsnummer RE-2024-0815 wurde am 3. März an die Buchhaltung der Müller GmbH geschickt.',
  'de-delivery': 'Der Kunde wünscht die Lieferung der Waschmaschine erst nach dem Umzug, frühestens ab Mitte Juni.',
  'de-insurance': 'Frau Schäfer hat eine Haftpflichtversicherung mit 150 Euro Selbstbeteiligung abgeschlossen.',
  'de-flight': 'Die Flüge nach Zürich sind wegen des Streiks gestrichen; umgebucht wurde auf den Nachtzug.',
  'code-user': 'The function getUserById in src/services/user_service.ts throws NotFoundError when the row is missing.',
  'code-retry': 'Set max_retry_count to 5 and RETRY_BACKOFF_MS to 250 in config/production.yaml before deploying.',
  'code-path': 'Logs rotate daily under /var/log/nginx/access.log; the older ones are in /var/log/nginx/archive.',
  'code-class': 'HttpRequestParser::parseHeader reads past the buffer if Content-Length is negative (see issue #4711).',
  'code-sql': 'The migration 0042_add_customer_index.sql locks table customer_orders for about two minutes.',
  'en-order': 'Order ORD-20931 of Ms. Okafor was shipped with tracking number 1Z999AA10123456784.',
}

const questions: [question: string, answer: string][] = [
  ['蓝牙耳机退款要多久？', 'zh-refund'], ['项目评审会议在哪里开？', 'zh-meeting'], ['用户对什么食物过敏？', 'zh-diet'], ['收货地址是什么？', 'zh-address'],
  ['返品は何日以内ですか？', 'ja-refund'], ['売上報告会はどこで行いますか', 'ja-meeting'], ['京都までの新幹線', 'ja-train'], ['山田さんのアレルギー', 'ja-allergy'],
  ['Welche Rechnung ging an Müller?', 'de-invoice'], ['Wann soll die Waschmaschine geliefert werden?', 'de-delivery'],
  ['Haftpflichtversicherung Selbstbeteiligung', 'de-insurance'], ['Flug nach Zürich gestrichen', 'de-flight'],
  ['getUserById', 'code-user'], ['get user by id', 'code-user'], ['user_service.ts', 'code-user'], ['what does NotFoundError mean for users?', 'code-user'],
  ['max_retry_count', 'code-retry'], ['RETRY_BACKOFF_MS', 'code-retry'], ['retry backoff in production.yaml', 'code-retry'],
  ['/var/log/nginx/access.log', 'code-path'], ['where does nginx log?', 'code-path'],
  ['HttpRequestParser', 'code-class'], ['parseHeader buffer', 'code-class'], ['#4711', 'code-class'],
  ['0042_add_customer_index.sql', 'code-sql'], ['customer_orders', 'code-sql'],
  ['ORD-20931', 'en-order'], ['tracking 1Z999AA10123456784', 'en-order'],
]

const store = placedStore(database, { name: 'reference', embed: (asked) => Promise.resolve(asked.map(referenceEmbedding)) },
  Object.entries(texts).map(([id, content]) => memory(id, { content })))
const embedded = store.then(async (made) => {
  await made.embed()
  return made
})

test.each(questions)('%s is answered first by %s, by words', async (question, answer) => {
  expect((await (await embedded).find(question, 'text', { k: 3 }))[0]).toBe(answer)
})

test.each(searchModes)('in mode %s every question finds its memory among three', async (mode) => {
  const { find } = await embedded
  const missed: string[] = []
  for (const [question, answer] of questions) if (!(await find(question, mode, { k: 3 })).includes(answer)) missed.push(question)
  // The hashing of letters knows spellings only; whatever it misses alone must not get lost where the words have found it.
  expect(mode === 'vector' ? missed.length <= questions.length / 4 : missed.length === 0, missed.join('; ')).toBe(true)
})
