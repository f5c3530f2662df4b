/** R1, R2, R3 and R12: what is done with memories, where a rule fires and where it does not. */
import { describe, expect, test } from 'vitest'
import { graph, reasonOf } from './graph.js'

describe('R1: a diagnosed memory is deleted', () => {
  test('and a fault without downstream is all there is to do', () => {
    const plan = graph('m1 memory "x"\nm2 memory "y"\nfault m1').plan()
    expect(plan.rows).toEqual([{ id: 'm1', disposition: 'delete', rule: 'R1', reason: 'diagnosed by test' }])
    expect(plan.replay_step_ids).toEqual([])
  })
  test('even when it was retired or withdrawn before', () => {
    for (const status of ['superseded', 'deleted', 'quarantined'])
      expect(graph(`m1 memory ${status} "x"\nfault m1`).plan().delete_memory_ids).toEqual(['m1'])
  })
  test('and what clean evidence says too is marked contested', () => {
    const plan = graph(`
      m1 memory "The account plan is Gold."
      m2 memory "The plan of the account is Gold."
      fault m1`).plan()
    expect(reasonOf(plan, 'm1')).toBe('diagnosed by test; contested by m2')
  })
  test('but not a stale one, which was true once', () => {
    const plan = graph(`
      m0 memory "The plan is Gold."
      m1 memory "The plan is Gold."
      s1 memory_delete S1/1
      m1 -delete-> s1
      fault m1 missed by s1`).plan()
    expect(reasonOf(plan, 'm1')).toBe('diagnosed by test')
  })
})

describe('R2 and R3: derived memories', () => {
  test('an unsupported one is quarantined, a supported one kept', () => {
    const text = `
      m1 memory "x"
      m2 memory "y"
      m3 memory "z"
      m1 -derive-> m2
      m1 -derive-> m3
      fault m1
      supported m3`
    const plan = graph(text).plan()
    expect(plan.quarantine_memory_ids).toEqual(['m2'])
    expect(plan.rows.find(({ id }) => id === 'm3')).toMatchObject({ disposition: 'keep', rule: 'R3' })
    expect(plan.supported).toEqual(['m3'])
  })
  test('one that an earlier repair took out stays as it is', () => {
    const plan = graph('m1 memory "x"\nm2 memory quarantined "y"\nm1 -derive-> m2\nfault m1').plan()
    expect(plan.quarantine_memory_ids).toEqual([])
    expect(plan.rows[1]).toMatchObject({ id: 'm2', disposition: 'keep', reason: expect.stringContaining('already quarantined') })
  })
  test('a superseded one is quarantined too, so that nothing rests on it', () => {
    expect(graph('m1 memory "x"\nm2 memory superseded "y"\nm1 -derive-> m2\nfault m1').plan().quarantine_memory_ids).toEqual(['m2'])
  })
  test('arm paper quarantines only what carries a fact of the fault that nothing clean has', () => {
    const of = (content: string, clean: string[] = []) =>
      graph(`m1 memory "window 45 days"\nm2 memory "${content}"\nm1 -derive-> m2\nfault m1`).plan(
        { name: 'paper' },
        { cleanActiveTexts: clean },
      ).quarantine_memory_ids
    expect(of('the window is 45')).toEqual(['m2'])
    expect(of('the window is 45', ['45 pieces'])).toEqual([])
    expect(of('the window is long')).toEqual([])
  })
  test('arm paper misses what its patterns miss: a colour, an airline', () => {
    const plan = graph('m1 memory "prefers red"\nm2 memory "red shoes"\nm1 -derive-> m2\nfault m1').plan({ name: 'paper' })
    expect(plan.quarantine_memory_ids).toEqual([])
  })
})

describe('R12: retired by a fault', () => {
  const text = (more = '', status = 'superseded') => `
    m1 memory ${status} "allergic to nuts"
    u2 input S2/1 "I like pretzels."
    s2 memory_update S2/1
    m2 memory "no allergies"
    m1 -cite-> s2
    m1 -update-> s2
    s2 -produce-> m2
    m1 -supersede-> m2
    fault m2 by s2
    ${more}`
  test('a memory whose only superseder is a fault comes back', () => {
    const plan = graph(text()).plan()
    expect(plan.reopen_memory_ids).toEqual(['m1'])
    expect(reasonOf(plan, 'm1')).toBe('was superseded by m2, which leaves')
  })
  test('also without a supersede edge, when the step that made the fault consumed it', () => {
    expect(graph(text().replace('m1 -supersede-> m2', '')).plan().reopen_memory_ids).toEqual(['m1'])
  })
  test('one that was diagnosed before stays out', () => {
    expect(graph(text('', 'deleted')).plan().reopen_memory_ids).toEqual([])
    expect(graph(text('fault m1')).plan().reopen_memory_ids).toEqual([])
  })
  test('one that another memory replaces as well stays retired', () => {
    expect(graph(`${text()}\nm3 memory "allergic to nuts and eggs"\nm1 -supersede-> m3`).plan().reopen_memory_ids).toEqual([])
  })
  test('of a chain whose later links all leave, the last sound one comes back', () => {
    const plan = graph(`
      m1 memory superseded "a"
      m2 memory superseded "b"
      m3 memory "c"
      m1 -supersede-> m2
      m2 -supersede-> m3
      fault m3`).plan()
    expect(plan.reopen_memory_ids).toEqual(['m2'])
  })
  test('the end state does not depend on which link was diagnosed first', () => {
    const links = (second: string, third: string, faults: string) =>
      graph(`
      m1 memory superseded "a"
      m2 memory ${second} "b"
      m3 memory ${third} "c"
      m1 -supersede-> m2
      m2 -supersede-> m3
      ${faults}`).plan().reopen_memory_ids
    expect(links('superseded', 'active', 'fault m2\nfault m3')).toEqual(['m1'])
    expect(links('superseded', 'active', 'fault m2')).toEqual([]) // m3 still stands for it
    expect(links('deleted', 'active', 'fault m3')).toEqual(['m1'])
    expect(links('superseded', 'active', 'fault m3')).toEqual(['m2'])
    expect(links('active', 'deleted', 'fault m2')).toEqual(['m1'])
  })
  test('what a stale memory had rightly replaced stays retired', () => {
    const plan = graph(`
      m0 memory superseded "model 0"
      m1 memory "model A"
      s1 memory_delete S1/1
      m0 -supersede-> m1
      m1 -delete-> s1
      fault m1 missed by s1`).plan()
    expect(plan.reopen_memory_ids).toEqual([])
  })
})
