/** Anthropic's memory tool on emend, called as the SDK calls it. */
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { afterAll, describe, expect, test } from 'vitest'
import { openEmend } from '../../../src/index.js'
import { EmendMemoryTool } from '../../../src/interop/anthropic-memory/memory-tool.js'
import { testDatabase } from '../../database.js'

const { url } = await testDatabase()
const emend = await openEmend({ databaseUrl: url, tenant: 'files' })
afterAll(() => emend.close())

function toolOf(userId: string, sessionId?: string) {
  const handlers = new EmendMemoryTool(emend, { userId, ...(sessionId === undefined ? {} : { sessionId }) })
  const tool = betaMemoryTool(handlers)
  type Input = Parameters<typeof tool.run>[0]
  return { handlers, run: async (input: Record<string, unknown>) => await tool.run(input as unknown as Input) as string }
}

describe('files', () => {
  const { run, handlers } = toolOf('ana')

  test('are created, viewed with line numbers, and listed two levels deep', async () => {
    expect(await run({ command: 'view', path: '/memories' })).toBe("Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories")
    expect(await run({ command: 'create', path: '/memories/notes.md', file_text: 'one\ntwo\nthree' })).toBe('File created successfully at: /memories/notes.md')
    await run({ command: 'create', path: '/memories/trips/2026/rome.md', file_text: 'x'.repeat(1_536) })
    await run({ command: 'create', path: '/memories/trips/plan.md', file_text: 'go' })
    await run({ command: 'create', path: '/memories/.hidden', file_text: 'h' })
    expect(await run({ command: 'view', path: '/memories/notes.md' })).toBe("Here's the content of /memories/notes.md with line numbers:\n     1\tone\n     2\ttwo\n     3\tthree")
    expect(await run({ command: 'view', path: '/memories/notes.md', view_range: [2, -1] })).toMatch(/numbers:\n {5}2\ttwo\n {5}3\tthree$/)
    expect((await run({ command: 'view', path: '/memories' })).split('\n').slice(1)).toEqual([
      '1.5K\t/memories', '13B\t/memories/notes.md', '1.5K\t/memories/trips/', '1.5K\t/memories/trips/2026/', '2B\t/memories/trips/plan.md',
    ])
    await expect(run({ command: 'create', path: '/memories/notes.md', file_text: 'x' })).rejects.toThrow('File /memories/notes.md already exists')
    await expect(run({ command: 'create', path: '/memories/trips', file_text: 'x' })).rejects.toThrow('is a directory')
    await expect(run({ command: 'create', path: '/memories/notes.md/x', file_text: 'x' })).rejects.toThrow('is not a directory')
  })

  test('are edited in place: a text that stands once, a line', async () => {
    expect(await run({ command: 'str_replace', path: '/memories/notes.md', old_str: 'two', new_str: '2$&' })).toMatch(/snippet showing the change.*\n {5}1\tone\n {5}2\t2\$&\n {5}3\tthree$/)
    expect(await run({ command: 'insert', path: '/memories/notes.md', insert_line: 0, insert_text: 'zero\n' })).toBe('The file /memories/notes.md has been edited.')
    expect(await run({ command: 'view', path: '/memories/notes.md' })).toContain('     1\tzero\n     2\tone\n     3\t2$&')
    await expect(run({ command: 'str_replace', path: '/memories/notes.md', old_str: 'nothing', new_str: '' })).rejects.toThrow('did not appear verbatim')
    await expect(run({ command: 'str_replace', path: '/memories/notes.md', old_str: 'e', new_str: '' })).rejects.toThrow(/Multiple occurrences.*in lines: 1, 2, 4/)
    await expect(run({ command: 'insert', path: '/memories/notes.md', insert_line: 9, insert_text: 'x' })).rejects.toThrow('[0, 4]')
    await expect(run({ command: 'insert', path: '/memories/trips', insert_line: 0, insert_text: 'x' })).rejects.toThrow('is not a file')
  })

  test('are moved with what is below them, deleted, and written again; the history is that of all versions', async () => {
    expect(await run({ command: 'rename', old_path: '/memories/trips', new_path: '/memories/travel' })).toBe('Successfully renamed /memories/trips to /memories/travel')
    expect(await run({ command: 'view', path: '/memories/travel/plan.md' })).toContain('go')
    await expect(run({ command: 'view', path: '/memories/trips' })).rejects.toThrow('does not exist')
    await expect(run({ command: 'rename', old_path: '/memories/travel', new_path: '/memories/travel/x' })).rejects.toThrow('into itself')
    await expect(run({ command: 'rename', old_path: '/memories/notes.md', new_path: '/memories/travel' })).rejects.toThrow('already exists')
    expect(await run({ command: 'delete', path: '/memories/travel' })).toBe('Successfully deleted /memories/travel')
    expect(await run({ command: 'delete', path: '/memories/notes.md' })).toBe('Successfully deleted /memories/notes.md')
    await expect(run({ command: 'delete', path: '/memories/notes.md' })).rejects.toThrow('does not exist')
    await expect(run({ command: 'delete', path: '/memories' })).rejects.toThrow('Cannot delete')
    await run({ command: 'create', path: '/memories/notes.md', file_text: 'again' })
    expect(await run({ command: 'view', path: '/memories/notes.md' })).toContain('     1\tagain')
    const changes = await handlers.history('/memories/notes.md')
    expect(changes.flatMap(({ to }) => to ?? [])).toEqual(['superseded', 'superseded', 'deleted'])
    expect(changes.filter(({ action }) => action === 'recorded')).toHaveLength(4)
  })

  test('of one user are not those of another, and not those of nobody', async () => {
    const ben = toolOf('ben')
    await ben.run({ command: 'create', path: '/memories/notes.md', file_text: 'of Ben' })
    expect(await ben.run({ command: 'view', path: '/memories/notes.md' })).toContain('of Ben')
    expect(await run({ command: 'view', path: '/memories/notes.md' })).toContain('again')
    const nobody = betaMemoryTool(new EmendMemoryTool(emend))
    await expect(Promise.resolve(nobody.run({ command: 'view', path: '/memories/notes.md' })).then((text) => text)).rejects.toThrow('does not exist')
  })
})

test.each([
  '/etc/passwd', '/memories/../secrets', '/memories/a/../../b', '/memories/..', '/memoriesx', 'memories/a', '/memories/%2e%2e/x', '/memories/%252e%252e/x', '/memories/a%2fb',
  '/memories/a\\..\\b', '/memories//a', '/memories/a\0b', '/memories/./a', '', 7,
])('the path %j is refused by every command', async (path) => {
  const { run } = toolOf('eve')
  for (const input of [
    { command: 'view', path }, { command: 'create', path, file_text: 'x' }, { command: 'str_replace', path, old_str: 'a', new_str: 'b' },
    { command: 'insert', path, insert_line: 0, insert_text: 'x' }, { command: 'delete', path }, { command: 'rename', old_path: path, new_path: '/memories/y' },
    { command: 'rename', old_path: '/memories/y', new_path: path },
  ]) await expect(run(input)).rejects.toMatchObject({ code: 'bad_item' })
})

test('a name that only looks strange is a name', async () => {
  const { run } = toolOf('eve')
  for (const path of ['/memories/...', "/memories/it's~1.md", '/memories/100%.md', '/memories/日本 語']) {
    await run({ command: 'create', path, file_text: path })
    expect(await run({ command: 'view', path })).toContain(path)
  }
  expect((await run({ command: 'view', path: '/memories' })).split('\n')).toHaveLength(2 + 3) // the one that begins with a dot is hidden
})

test('a fault in a file is repaired: the answer, and the file as the tool shows it', async () => {
  const kim = toolOf('kim', 'k1')
  await kim.run({ command: 'create', path: '/memories/router.md', file_text: 'The router model of the user is BX-300.' })
  await toolOf('kim', 'k2').run({ command: 'str_replace', path: '/memories/router.md', old_str: 'BX-300', new_str: 'AX-200' })
  const lie = (await emend.memories.list({ userId: 'kim' })).find(({ content }) => content?.includes('AX-200'))!

  const { run } = toolOf('kim', 'k3')
  await emend.inputs.add('Which router model do I have?', { sessionId: 'k3', userId: 'kim' })
  expect(await run({ command: 'view', path: '/memories/router.md' })).toContain('AX-200')
  await emend.steps.record({ id: 'answer', sessionId: 'k3', type: 'final_answer', content: 'The router model of the user is AX-200.' })

  await emend.faults.add({ memoryId: lie.id, type: 'poisoned', failedAnswerId: 'answer' })
  await emend.work({ once: true })
  expect(await emend.answers.current('answer')).toMatchObject({ isReplaced: true, content: expect.stringContaining('BX-300') })
  expect(await run({ command: 'view', path: '/memories/router.md' })).toBe("Here's the content of /memories/router.md with line numbers:\n     1\tThe router model of the user is BX-300.")
  expect((await emend.status()).violations).toEqual([])
})
