/**
 * Calls of Anthropic's memory tool, as a model makes them. With a key of Anthropic's, hand the tool to the SDK's runner instead:
 *
 *     client.beta.messages.toolRunner({ model, max_tokens, messages, tools: [tool], betas: ['context-management-2025-06-27'] })
 *
 *     node dist/interop/anthropic-memory/examples/tool-calls.js
 */
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { openEmend } from '../../../index.js'
import { EmendMemoryTool } from '../memory-tool.js'

const emend = await openEmend({ tenant: `anthropic-memory-${Date.now()}` }) // a tenant of its own, where nothing was deleted before
const tool = betaMemoryTool(new EmendMemoryTool(emend, { userId: 'ana', sessionId: `files-${Date.now()}` }))

await tool.run({ command: 'create', path: '/memories/router.md', file_text: 'The router of Ana is a BX-300.' })
await tool.run({ command: 'str_replace', path: '/memories/router.md', old_str: 'BX-300', new_str: 'AX-200' })
console.log(await tool.run({ command: 'view', path: '/memories/router.md' }))

// Somebody has tricked the model into that edit: the file goes back to what it was.
const [version] = await emend.memories.list({ userId: 'ana' })
const fault = await emend.faults.add({ memoryId: version!.id, type: 'poisoned', evidence: 'the edit came from a page of the web' })
await emend.repairs.run(await emend.repairs.openFor(fault.id))
console.log(await tool.run({ command: 'view', path: '/memories/router.md' }))
await emend.close()
