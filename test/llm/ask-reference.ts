/** Contexts from text, and the reference model behind the real client. */
import { readConfig } from '../../src/config.js'
import type { Evidence, Reply, Stage, StageContext } from '../../src/llm/contracts.js'
import { openModel } from '../../src/llm/open-model.js'

const model = openModel({ config: readConfig({ EMEND_MODEL: 'reference', EMEND_MODEL_MODE: 'live' }) })

/**
 * Evidence from lines "id: content" in order. The letter of the id says the kind: u input, m memory, c claim, o
 * observation, a answer, p plan.
 */
export function evidence(text: string): Evidence[] {
  const kinds: Record<string, Evidence['kind']> = { u: 'input', m: 'memory', c: 'claim', o: 'observation', a: 'answer', p: 'plan' }
  return text.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
    const at = line.indexOf(':')
    const id = line.slice(0, at)
    const kind = kinds[id.charAt(0)]
    if (!kind) throw new Error(`no kind for ${id}`)
    return { id, kind, content: line.slice(at + 1).trim() }
  })
}

/** A context from such lines; the question is the last input. */
export function context(text: string, more: Partial<StageContext> = {}): StageContext {
  const all = evidence(text)
  const inputs = all.filter(({ kind }) => kind === 'input')
  return { domain: 'general', question: inputs.at(-1)?.content ?? '', inputs, evidence: all.filter(({ kind }) => kind !== 'input'), ...more }
}

/** Ask the reference model. */
export function ask<S extends Stage>(stage: S, asked: StageContext): Promise<Reply<S>> {
  return model.ask(stage, asked, { purpose: 'agent' })
}
