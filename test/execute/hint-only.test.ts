import { expect, test } from 'vitest'
import { hintOnlyValues } from '../../src/execute/hint-only.js'

const withdrawn = ['Product P6989 seller Corner Store price is 72.3.']
const offers = '{"product_id":"P6989","offers":[{"seller":"Linden Shop","price":91.4},{"seller":"Corner Store","price":80.17}]}'

test('a value that only withdrawn text has is found', () => {
  expect(hintOnlyValues('Product P6989 seller Corner Store price is 72.3.', withdrawn, [offers])).toEqual(['72.3'])
})

test('a name that a tool returned is vouched for, whatever stands around it', () => {
  expect(hintOnlyValues('Product P6989 seller Corner Store price is 80.17.', withdrawn, [offers])).toEqual([])
  expect(hintOnlyValues('Product P6989 seller Corner Store price is 80.17.', withdrawn, ['{"product_id":"P6989","price":80.17}'])).toEqual(['Corner', 'Store'])
})
