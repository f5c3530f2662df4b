/** The OpenAPI document, made from the contracts of the routes. */
import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** Have the routes that are added from now on documented, and the document served at `/openapi.json`. */
export async function addDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'emend', version, license: { name: 'MIT', identifier: 'MIT' },
        description: 'A provenance store for agents with memory, and the repair of its faults. Tenant, role and user of a call come from its key.',
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of `emend key create`.' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => openApiDocument(app))
}

/**
 * The document of a server that is ready, with the components that something refers to, sorted by name.
 *
 * @returns OpenAPI 3.1, as JSON
 */
export function openApiDocument(app: FastifyInstance): Record<string, unknown> {
  const document = JSON.parse(JSON.stringify(app.swagger())) as { components: { schemas?: Record<string, unknown> } & Record<string, unknown> } & Record<string, unknown>
  const { schemas = {}, ...components } = document.components
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit({ ...document, components })
  return { ...document, components: { ...components, schemas: Object.fromEntries([...used].sort().map((name) => [name, schemas[name]])) } }
}
