/** LangGraph's store on emend. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { InMemoryStore, type BaseStore, type Item, type SearchItem } from '@langchain/langgraph-checkpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { openEmend } from '../../../src/index.js'
import { EmendStore } from '../../../src/interop/langgraph/store.js'
import { testDatabase } from '../../database.js'

const { url } = await testDatabase()
const emend = await openEmend({ databaseUrl: url, tenant: 'langgraph' })
afterAll(() => emend.close())
AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage())
let users = 0
const fresh = () => new EmendStore(emend, { userId: `user-${(users += 1)}` })

/** What a store answers, less what no two stores share. */
async function ask(store: BaseStore) {
  for (const [namespace, key, value] of [
    [['a', 'b'], 'k1', { colour: 'red', size: 3 }], [['a', 'bc'], 'k2', { colour: 'blue', size: 5 }], [['a'], 'k3', { colour: 'red', size: 8, tags: ['x'] }],
    [['a', 'b', 'c'], 'k4', { colour: 'green' }], [['z'], 'k5', {}],
  ] as const) await store.put([...namespace], key, value)
  const keys = async (prefix: string[], options = {}) => (await store.search(prefix, options)).map(({ namespace, key }) => [...namespace, key].join('|')).sort()
  return {
    below: [await keys(['a', 'b']), await keys(['a']), await keys([]), await keys(['a', 'b', 'c']), await keys(['b'])],
    filtered: [
      await keys([], { filter: { colour: 'red' } }), await keys([], { filter: { size: { $gt: 3, $lte: 8 } } }), await keys([], { filter: { colour: { $in: ['blue', 'green'] } } }),
      await keys([], { filter: { colour: { $ne: 'red' } } }), await keys(['a', 'b'], { filter: { size: { $lt: 3 } } }),
    ],
    paged: [(await store.search([], { limit: 2 })).length, (await store.search([], { limit: 10, offset: 4 })).length],
    got: [(await store.get(['a', 'b'], 'k1'))?.value, await store.get(['a', 'b'], 'k2'), await store.get(['a'], 'b')],
    namespaces: [
      await store.listNamespaces(), await store.listNamespaces({ prefix: ['a', 'b'] }), await store.listNamespaces({ maxDepth: 1 }), await store.listNamespaces({ suffix: ['c'] }),
      await store.listNamespaces({ prefix: ['a', '*'] }), await store.listNamespaces({ limit: 2, offset: 1 }),
    ],
  }
}

describe('as other stores', () => {
  test('namespaces, filters, pages and keys are answered like by the store in memory', async () => {
    expect(await ask(fresh())).toEqual(await ask(new InMemoryStore()))
  })

  test('["a", "b"] is no prefix of ["a", "bc"], and no segment can be written so that it is', async () => {
    const store = fresh()
    for (const [namespace, key] of [[['a', 'b'], 'x'], [['a', 'bc'], 'x'], [['a', 'b/c'], 'x'], [['a', 'b%2Fc'], 'x'], [['a', 'b~1'], 'x'], [['a', "b'"], 'x'], [['a', 'b'], 'c/x']] as const) {
      await store.put([...namespace], key, { at: [...namespace, key] })
    }
    const found = await store.search(['a', 'b'])
    expect(found.map(({ namespace, key }) => [...namespace, key])).toEqual([['a', 'b', 'c/x'], ['a', 'b', 'x']])
    for (const { namespace, key, value } of await store.search([])) expect(value).toEqual({ at: [...namespace, key] })
    expect(await store.search([])).toHaveLength(7)
  })

  test('a batch answers in its order, of two puts under a key the last counts, and null deletes', async () => {
    const store = fresh()
    const [, , none] = await store.batch([{ namespace: ['n'], key: 'k', value: { n: 1 } }, { namespace: ['n'], key: 'k', value: { n: 2 } }, { namespace: ['n'], key: 'k' }])
    expect(none).toBeNull() // puts of a batch are seen after it
    const [item, found, namespaces] = await store.batch([{ namespace: ['n'], key: 'k' }, { namespacePrefix: ['n'] }, { limit: 10, offset: 0 }]) as unknown as [Item | null, SearchItem[], string[][]]
    expect([item?.value, found.map(({ key }) => key), namespaces]).toEqual([{ n: 2 }, ['k'], [['n']]])
    await store.put(['n'], 'k', { n: 3 })
    const changed = await store.get(['n'], 'k')
    expect(changed).toEqual({ namespace: ['n'], key: 'k', value: { n: 3 }, createdAt: item!.createdAt, updatedAt: expect.any(Date) })
    await store.delete(['n'], 'k')
    expect([await store.get(['n'], 'k'), await store.search(['n']), await store.listNamespaces()]).toEqual([null, [], []])
    await store.put(['n'], 'k', { n: 4 })
    expect((await store.get(['n'], 'k'))?.value).toEqual({ n: 4 })
    await expect(store.put([], 'k', {})).rejects.toThrow('Namespace cannot be empty')
  })

  test('a query ranks what is below the namespace', async () => {
    const store = fresh()
    await store.put(['ana'], '1', { text: 'Ana likes sailing in Greece.' })
    await store.put(['ana'], '2', { text: 'The dentist of Ana is in Rome.' })
    await store.put(['ben'], '3', { text: 'Ben likes sailing too.' })
    expect((await store.search(['ana'], { query: 'sailing', limit: 1 })).map(({ key, score }) => [key, typeof score])).toEqual([['1', 'number']])
  })
})

test('a fault in an item is repaired: the answer that a thread gave, and the item as the store shows it', async () => {
  const store = new EmendStore(emend, { userId: 'kim' })
  const inThread = <T>(thread: string, work: () => Promise<T>): Promise<T> => AsyncLocalStorageProviderSingleton.runWithConfig({ configurable: { thread_id: thread } }, work)
  await inThread('k1', () => store.put(['kim', 'facts'], 'router', { text: 'The router model of the user is BX-300.' }))
  await inThread('k2', () => store.put(['kim', 'facts'], 'router', { text: 'The router model of the user is AX-200.' }))
  const lie = (await emend.memories.list({ userId: 'kim' })).find(({ content }) => content?.includes('AX-200'))!

  await emend.inputs.add('Which router model do I have?', { sessionId: 'k3', userId: 'kim' })
  const [found] = await inThread('k3', () => store.search(['kim'], { query: 'router' }))
  expect(found?.value).toEqual({ text: 'The router model of the user is AX-200.' })
  await emend.steps.record({ id: 'answer', sessionId: 'k3', type: 'final_answer', content: 'The router model of the user is AX-200.' })
  expect((await emend.memories.usage(lie.id)).map(({ kind, sessionId }) => [kind, sessionId])).toContainEqual(['final_answer', 'k3'])

  await emend.faults.add({ memoryId: lie.id, type: 'poisoned', failedAnswerId: 'answer' })
  await emend.work({ once: true })
  expect(await emend.answers.current('answer')).toMatchObject({ isReplaced: true, content: expect.stringContaining('BX-300') })
  expect((await store.get(['kim', 'facts'], 'router'))?.value).toEqual({ text: 'The router model of the user is BX-300.' })
  expect((await emend.status()).violations).toEqual([])
})
