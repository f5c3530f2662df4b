/**
 * A program that was written for mem0, on emend: only the import and the constructor differ.
 *
 *     node dist/interop/mem0/examples/notes.js
 */
import { openEmend } from '../../../index.js'
import { Memory } from '../memory.js'

const emend = await openEmend({ tenant: `mem0-${Date.now()}` }) // a tenant of its own, where nothing was deleted before
const memory = new Memory(emend)
const ana = { userId: 'ana', runId: `notes-${Date.now()}` }

const { results: [added] } = await memory.add('My router is a model AX-200.', ana)
await memory.update(added!.id, 'My router is a model BX-300.')
const { results: [found] } = await memory.search('Which router?', { ...ana, limit: 1 })
console.log(found?.memory)

// What mem0 cannot do: say that it was wrong, and have everything that rests on it repaired.
const [version] = await emend.memories.list({ userId: 'ana' })
const fault = await emend.faults.add({ memoryId: version!.id, type: 'wrong_user', evidence: 'it is the router of Ben' })
await emend.repairs.run(await emend.repairs.openFor(fault.id))
console.log((await memory.get(added!.id))?.memory)
await emend.close()
