/** Database logins that a test makes, beside the owner of the tables that tests work as. */
import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { asAdmin } from './empty-database.js'

const made: string[] = []
afterAll(() => asAdmin(async (admin) => {
  for (const name of made) await admin.query(`drop role ${name}`)
}))

/**
 * Make a login, a member of some roles and of nothing else; dropped when the tests of the file are over.
 *
 * @param url of the database to connect to
 * @returns its name, and the url that it connects with
 */
export async function testLogin(url: string, roles: string[]): Promise<{ name: string; url: string }> {
  const name = `emend_test_login_${randomUUID().slice(0, 8)}`
  await asAdmin((admin) => admin.query(`create role ${name} login password 'guest' ${roles.length > 0 ? `in role ${roles.join(', ')}` : ''}`))
  made.push(name)
  const own = new URL(url)
  own.username = name
  own.password = 'guest'
  return { name, url: own.href }
}
