import { describe, expect, test } from 'vitest'
import { openModel } from '../../src/llm/open-model.js'
import { readConfig } from '../../src/config.js'
import { withNoise } from '../../src/llm/reference/noise.js'
import type { StageContext } from '../../src/llm/contracts.js'

const document = {
  question: 'What does it cost?', inputs: [{ id: 'e1', kind: 'input' as const, content: 'What does it cost?' }],
  evidence: [{ id: 'e2', kind: 'memory' as const, content: 'It costs $40.' }, { id: 'e3', kind: 'memory' as const, content: 'It weighs 3 kg.' }],
  hint: { content: 'It costs $95.', memories: ['It costs $95.'] },
}
const reply = { content: 'It costs $40. It weighs 3 kg.', evidence_ids: ['e2', 'e3'] }
/** All that comes of one reply under many requests. */
const seen = (stage: 'answer' | 'mutation', said: unknown, noise: number) =>
  new Set(Array.from({ length: 400 }, (_, request) => withNoise(said, stage, document, { request }, noise)))

describe('errors on purpose', () => {
  test('none are made by default, and the same request always gets the same one', () => {
    expect(seen('answer', reply, 0)).toEqual(new Set([JSON.stringify(reply)]))
    expect(withNoise(reply, 'answer', document, { request: 3 }, 1)).toBe(withNoise(reply, 'answer', document, { request: 3 }, 1))
  })
  test('an answer omits a fact, keeps a value of the hint, cites another id that was offered, or is no JSON', () => {
    const texts = seen('answer', reply, 1)
    const read = [...texts].flatMap((text) => {
      try {
        return [JSON.parse(text) as typeof reply]
      } catch {
        return []
      }
    })
    expect(read.length).toBe(texts.size - 1) // the broken one is the same each time
    expect(new Set(read.map(({ content }) => content))).toEqual(new Set([reply.content, 'It weighs 3 kg.', 'It costs $40.', 'It costs $95. It weighs 3 kg.']))
    expect(read.filter(({ content }) => content === reply.content).every(({ evidence_ids: ids }) => ids.includes('e1') && ids.length === 2)).toBe(true)
  })
  test('a memory is written without one of its facts', () => {
    const mutation = (content: string) => ({ mutations: [{ type: 'memory_write', content: 'Write.', evidence_ids: ['e2'], retire_ids: [], memories: [{ content, evidence_ids: ['e2'] }] }] })
    expect([...seen('mutation', mutation('It costs $40.'), 1)].some((text) => text.includes('"memories":[{"content":"It costs .",'))).toBe(true)
  })
  test('about the share of requests that was asked for goes wrong', () => {
    const wrong = Array.from({ length: 1000 }, (_, request) => withNoise(reply, 'answer', document, { request }, 0.1)).filter((text) => text !== JSON.stringify(reply)).length
    expect(wrong).toBeGreaterThan(70)
    expect(wrong).toBeLessThan(130)
  })
})

describe('stage judge', () => {
  const context: StageContext = {
    domain: 'general', question: 'What does it cost?', inputs: [{ id: 'u1', kind: 'input', content: 'What does it cost?' }], evidence: [],
    execution: {
      faultIds: ['bad'], wrongAnswer: 'It costs $95.',
      memories: [{ id: 'bad', content: 'It costs $95.', status: 'active' }, { id: 'good', content: 'It weighs 3 kg.', status: 'active' }, { id: 'copy', content: 'Asked about it: $95.', status: 'active' }],
      steps: [
        { id: 's1', turn: 1, type: 'memory_read', content: '', used: ['bad', 'good'], made: [] },
        { id: 's2', turn: 1, type: 'claim', content: 'It costs $95.', used: ['bad'], made: [] },
        { id: 's3', turn: 1, type: 'claim', content: 'It weighs 3 kg.', used: ['good'], made: [] },
        { id: 's4', turn: 1, type: 'memory_write', content: 'Remember $95.', used: ['s2'], made: ['copy'] },
        { id: 's5', turn: 1, type: 'final_answer', content: 'It costs $95.', used: ['s2'], made: [] },
      ],
    },
  }
  const config = readConfig({ EMEND_MODEL: 'reference', EMEND_MODEL_URL: '', EMEND_MODEL_MODE: 'live' })

  test('what cites or repeats the fault is taken again, a copy is quarantined, what is sound stays', async () => {
    expect(await openModel({ config }).ask('judge', context, { purpose: 'agent' })).toEqual({
      delete_ids: ['bad'], quarantine_ids: ['copy'], replay_ids: ['s1', 's2', 's4', 's5'], preserve_ids: [], suspicious_ids: [],
    })
  })
  test('a plan that is refused is asked for again with the reason, as often as was said', async () => {
    const problems: string[] = []
    const asked = openModel({ config }).ask('judge', context, { purpose: 'agent' }, { tries: 3, check: () => (problems.push('no'), 'nobody likes it') })
    await expect(asked).rejects.toMatchObject({ code: 'model_reply', message: expect.stringContaining('refused 3 times: nobody likes it') })
    expect(problems).toHaveLength(3)
  })
})
