import { expect, test } from 'vitest'
import { labelCase } from '../../../src/bench/controlled/cases/label.js'
import type { Script } from '../../../src/bench/controlled/scripts/script.js'
import type { RecordItem } from '../../../src/index.js'

const script: Script = {
  userId: 'ann', roots: [], sessions: [], targets: [],
  required: [{ name: 'seat', anyOf: ['window'] }], forbidden: [{ name: 'seat', anyOf: ['aisle'] }], carried: [{ name: 'seat', anyOf: ['aisle'] }],
}
const claim = (id: string, turn: number, content: string): RecordItem => ({ kind: 'step', id, session: 'S1', turn, type: 'claim', content })
const memory = (id: string, content: string, status: 'active' | 'superseded' = 'active'): RecordItem => ({ kind: 'memory', id, content, status })

test('affected are the claims with a value of the fault that the clean run does not make, whatever they cite', () => {
  const clean = [claim('c1', 1, "The sister's seat is aisle."), claim('c2', 2, 'The seat is window.')]
  const failed = [
    claim('s1', 1, "The sister's seat is aisle."), claim('s2', 2, 'The seat is aisle.'), claim('s3', 2, 'The cat is grey.'),
    claim('s4', 3, "The sister's seat is aisle."),
  ]
  const { affectedClaims } = labelCase(script, { items: clean, answer: 'window' }, failed, { faultIds: new Set(), from: 0 })
  expect(affectedClaims).toEqual(['s2', 's4'])
  expect(labelCase(script, { items: clean, answer: '' }, failed, { faultIds: new Set(), from: 2 }).affectedClaims).toEqual(['s4'])
})

test('benign are active memories that are no fault and hold no value of one', () => {
  const failed = [memory('m1', 'The seat is aisle.'), memory('m2', 'The cat is grey.'), memory('m3', 'Summary: aisle, grey.'), memory('m4', 'Old.', 'superseded')]
  expect(labelCase(script, { items: [memory('c1', 'The cat is grey.')], answer: '' }, failed, { faultIds: new Set(['m1']), from: 0 }).benign).toEqual(['m2'])
})

test('what holds a value that the clean run never had came of the fault: the number of a ticket for the wrong seat is not benign', () => {
  const failed = [memory('m1', 'Ticket T81 status is open.'), memory('m2', 'Ticket T42 status is open.')]
  expect(labelCase(script, { items: [claim('c1', 1, 'Ticket T42 status is open.')], answer: '' }, failed, { faultIds: new Set(), from: 0 }).benign).toEqual(['m2'])
})
