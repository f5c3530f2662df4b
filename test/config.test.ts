import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../src/config.js'

afterEach(() => vi.unstubAllEnvs())

test('a flag wins over the environment, one that is not given leaves it, and an empty one hides it', () => {
  vi.stubEnv('EMEND_TENANT', 'from-the-environment')
  expect(readConfig({ EMEND_TENANT: 'from-a-flag' }).EMEND_TENANT).toBe('from-a-flag')
  expect(readConfig({ EMEND_TENANT: undefined }).EMEND_TENANT).toBe('from-the-environment')
  expect(readConfig({ EMEND_TENANT: '' }).EMEND_TENANT).toBe('default')
})

test('a value that does not fit is refused and named', () => {
  expect(() => readConfig({ EMEND_LEASE_MS: 'soon' })).toThrow(expect.objectContaining({ code: 'bad_config', where: { variable: 'EMEND_LEASE_MS' } }) as Error)
})
