import { describe, expect, test } from 'vitest'
import { convertRun } from '../../src/interop/openai-chat/convert-run.js'
import { readChatFile } from '../../src/interop/openai-chat/read-chat-file.js'
import { airline, changingTools, readShared } from './airline.js'

const log = readShared('trajectories.json')

describe.skipIf(log === null)('the airline of the recorded runs', () => {
  test('Its read-only tools answer as the recorded ones did, where no earlier call of the run changed the world', async () => {
    const { tools } = airline()
    const context = { idempotencyKey: 'k', signal: new AbortController().signal }
    const seen = new Map<string, { same: number; other: string[] }>()
    for (const run of readChatFile(log ?? '', 'airline')) {
      const items = convertRun(run).items
      for (const item of items) {
        if (item.kind !== 'step') continue
        if (item.type === 'tool_action' && changingTools.includes(item.tool?.name ?? '')) break
        if (item.type !== 'tool_observation') continue
        const action = items.find(({ id }) => id === item.used_ids?.[0])
        const tool = tools.find(({ name }) => name === item.tool?.name)
        if (!tool || action?.kind !== 'step' || tool.name === 'list_all_airports') continue
        const value = await tool.run(action.tool?.args, context)
        const count = seen.get(tool.name) ?? { same: 0, other: [] }
        if (value === item.content.replace('"province"', '"state"')) count.same += 1 // the world's files call it state since
        else count.other.push(`${action.content}: ${item.content.slice(0, 80)} / ${String(value).slice(0, 80)}`)
        seen.set(tool.name, count)
      }
    }
    for (const [name, { same, other }] of seen) expect([name, other.slice(0, 3), other.length / (same + other.length) < 0.1]).toEqual([name, other.slice(0, 3), true])
    expect([...seen.keys()].sort()).toEqual(['calculate', 'get_reservation_details', 'get_user_details', 'search_direct_flight', 'search_onestop_flight', 'think'])
  })
})
