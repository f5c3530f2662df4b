/** Find the runs in a file: an array of messages, an object with messages, JSON lines of either, or tau-bench trajectories. */
import { z } from 'zod'
import { EmendError } from '../../errors.js'
import { chatMessage, type ChatRun } from './chat-run.js'

const runObject = z.looseObject({
  messages: z.array(z.unknown()).optional(),
  traj: z.array(z.unknown()).optional(),
  id: z.union([z.string(), z.number()]).optional(),
  session_id: z.string().optional(),
  user: z.string().optional(),
  task_id: z.number().optional(),
  trial: z.number().optional(),
  info: z.unknown().optional(),
})
type RunObject = z.infer<typeof runObject>

const used = new Set(['messages', 'traj', 'id', 'session_id', 'user', 'task_id', 'trial'])
const tauUser = z.looseObject({ task: z.looseObject({ user_id: z.string() }) })

/**
 * Read the runs of a file.
 *
 * @param text content of the file
 * @param name stem of its name: sessions without an id of their own are called after it
 * @returns the runs in the order of the file
 * @throws EmendError `bad_import` naming the line or element that is no run
 */
export function readChatFile(text: string, name: string): ChatRun[] {
  const whole = tryParse(text)
  if (whole.ok) return fromValue(whole.value, name)
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 })).filter(({ line }) => line.trim() !== '')
  if (lines.length < 2) throw badImport(name, `is not JSON: ${whole.message}`)
  const values = lines.map(({ line, number }) => {
    const parsed = tryParse(line)
    if (!parsed.ok) throw badImport(`${name} line ${number}`, `is not JSON: ${parsed.message}`)
    return parsed.value
  })
  return fromValue(values, name)
}

function fromValue(value: unknown, name: string): ChatRun[] {
  if (!Array.isArray(value)) return [toRun(value, name, `${name}: the object`)]
  if (value.length === 0) throw badImport(name, 'holds no message')
  if (isMessage(value[0])) return [toRun({ messages: value }, name, name)]
  return value.map((element: unknown, index) => {
    const run: unknown = Array.isArray(element) ? { messages: element } : element
    return toRun(run, value.length === 1 ? name : `${name}#${index}`, `${name}: element ${index}`)
  })
}

const isMessage = (value: unknown): boolean => typeof value === 'object' && value !== null && 'role' in value

function toRun(value: unknown, session: string, place: string): ChatRun {
  const parsed = runObject.safeParse(value)
  const raw = parsed.success ? (parsed.data.messages ?? parsed.data.traj) : undefined
  if (!parsed.success || !raw) throw badImport(place, 'is neither a list of messages nor an object with messages or traj')
  const messages = raw.map((message, index) => {
    const read = chatMessage.safeParse(message)
    if (read.success) return read.data
    const issue = read.error.issues[0]
    throw badImport(`${place}, message ${index}`, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
  })
  return {
    session: sessionOf(parsed.data, session),
    user: parsed.data.user ?? (tauUser.safeParse(parsed.data.info).data?.task.user_id ?? null),
    messages,
    unreadKeys: Object.keys(parsed.data).filter((key) => !used.has(key)),
  }
}

function sessionOf(run: RunObject, fallback: string): string {
  if (run.session_id !== undefined) return run.session_id
  if (run.id !== undefined) return String(run.id)
  if (run.task_id === undefined) return fallback
  return `${fallback.replace(/#\d+$/, '')}/task-${run.task_id}${run.trial === undefined ? '' : `/trial-${run.trial}`}`
}

function tryParse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, message: (error as Error).message }
  }
}

const badImport = (place: string, message: string) => new EmendError('bad_import', `${place} ${message}`, { place })
