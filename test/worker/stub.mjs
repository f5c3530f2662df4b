/** A model and a tool whose calls a test can count: each is a line of a file. */
import { appendFileSync } from 'node:fs'

/** Says the price that the evidence names. It stands for a model that reads what it is given and no more. */
export function stubModel(log) {
  const priceIn = (context) => /(\d+) euros/.exec(context.evidence.map(({ content }) => content).join(' '))?.[1] ?? 'no'
  return {
    name: 'stub',
    async ask(stage, context, { purpose }) {
      appendFileSync(log, `model ${purpose} ${stage}\n`)
      const price = priceIn(context)
      const evidence_ids = context.evidence.map(({ id }) => id)
      switch (stage) {
        case 'claim': return { claims: [{ content: `Lamp L-1 costs ${price} euros.`, evidence_ids }] }
        case 'plan': return { content: `note ${price} euros`, evidence_ids, tool_calls: [{ name: 'note', args: JSON.stringify({ price }), evidence_ids }] }
        case 'answer': return { content: `Lamp L-1 costs ${price} euros.`, evidence_ids }
        case 'mutation': return {
          mutations: [{
            type: 'memory_write', content: `noted ${price} euros`, evidence_ids, retire_ids: [],
            memories: [{ content: `Lamp L-1 was noted at ${price} euros.`, evidence_ids }],
          }],
        }
      }
    },
  }
}

/** A tool that notes a price down. */
export function stubTools(log, effect) {
  const note = {
    name: 'note', effect,
    async run({ price }, { idempotencyKey }) {
      appendFileSync(log, `tool ${idempotencyKey} ${price}\n`)
      return `noted ${price} euros`
    },
  }
  return { get: (name) => (name === 'note' ? note : undefined), list: () => [note] }
}
