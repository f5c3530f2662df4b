/** The OpenAPI document: valid, whole, and the one that is committed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/http/openapi.js'
import { routes } from '../../src/http/routes.js'
import { openServer } from './open-server.js'

const file = 'src/http/openapi.json'
const { app, ask } = await openServer()
const document = openApiDocument(app) as {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; parameters?: { in: string; name: string }[]; responses: Record<string, unknown>; security: unknown[] }>>
  components: { schemas: Record<string, unknown> }
}

test('it is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect([valid, errors]).toEqual([true, undefined])
  expect(validator.version).toBe('3.1')
})

test('it is the one that is committed (EMEND_TEST_REWRITE=1 writes it anew)', () => {
  if (process.env['EMEND_TEST_REWRITE']) writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document)
})

test('it holds every route of the table and nothing else, with its contracts, its errors and its key', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
  expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort())
    .toEqual(routes.map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`).sort())
  for (const { path, method, operation } of operations) {
    const route = routes.find(({ id }) => id === operation.operationId)
    expect([path, method, operation.security]).toEqual([path, method, [{ key: [] }]])
    expect(Object.keys(operation.responses).sort()).toEqual(route?.kind === 'events' ? ['200', '204', '4XX', '5XX'] : [String((route as { status?: number }).status ?? 200), '4XX', '5XX'])
    expect((operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual([...path.matchAll(/{(\w+)}/g)].map(([, name]) => name))
    const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header').map(({ name }) => name)
    expect(named).toEqual(route?.kind === 'events' ? ['last-event-id'] : method === 'get' ? [] : ['idempotency-key'])
  }
  const schemas = Object.keys(document.components.schemas)
  expect(schemas).toEqual([...schemas].sort())
  expect(schemas).toEqual(expect.arrayContaining(['Memory', 'Fault', 'Repair', 'Plan', 'Problem', 'RepairReport']))
})

test('every property of a date says so, and no schema is empty where a contract says more', () => {
  const text = JSON.stringify(document)
  expect(text).toMatch(/"recordedAt":\{"type":"string","format":"date-time"/)
  expect(text).not.toContain('__SCHEMA__')
  expect([...text.matchAll(/"(\w+)":\{\}/g)].map(([, name]) => name).filter((name) => name !== 'args' && name !== 'additionalProperties')).toEqual([])
})

test('the server shows it without a key', async () => {
  const { status, json } = await ask('GET', '/openapi.json', { key: null })
  expect([status, json]).toEqual([200, document])
})
