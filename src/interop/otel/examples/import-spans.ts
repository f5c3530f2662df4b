/**
 * Record spans that were written to a file, for example by the file exporter of a collector.
 *
 *     node dist/interop/otel/examples/import-spans.js spans.json
 *
 * Without a file it takes the example beside it: an agent that believes a page of the web. A server takes the same at `POST /v1/traces`.
 */
import { readFile } from 'node:fs/promises'
import { openEmend } from '../../../index.js'
import { ingestTraces } from '../ingest-traces.js'

const emend = await openEmend()
const file = process.argv[2] ?? new URL('../../../../src/interop/otel/examples/spans.json', import.meta.url)
const { spans, written, refused } = await ingestTraces(emend, JSON.parse(await readFile(file, 'utf8')))
console.log(`${spans} spans, ${written} nodes written`)
for (const { span, why } of refused) console.log(`nothing was recorded of ${span}: ${why}`)
await emend.close()
