/** Before all tests: one Postgres server, and a migrated template that every test file copies in milliseconds. */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.js'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    templateName: string
  }
}

/** DATABASE_URL if set. */
async function findServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('set DATABASE_URL')
  return { url, stop: async () => {} }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer()
  const templateName = `emend_test_${process.pid}_template`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  const template = new URL(server.url)
  template.pathname = `/${templateName}`
  await migrate(template.href)
  project.provide('serverUrl', server.url)
  project.provide('templateName', templateName)
  return async () => {
    await admin.query(`drop database if exists ${templateName} with (force)`)
    await admin.end()
    await server.stop()
  }
}
