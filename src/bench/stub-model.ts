/** A model that costs nothing, so that a measurement times the program and not a model. */
import type { Model, Reply, Stage, StageContext } from '../index.js'

/** Says again what the offered memories and observations say; where there are none, that it knows nothing. */
export const stubModel: Model = {
  name: 'stub',
  ask<S extends Stage>(stage: S, context: StageContext): Promise<Reply<S>> {
    return Promise.resolve(replies[stage](context))
  },
}

const replies: { [S in Stage]: (context: StageContext) => Reply<S> } = {
  claim: (context) => ({ claims: [said(context)] }),
  plan: (context) => ({ ...said(context), tool_calls: [] }),
  answer: said,
  judge: ({ execution }) => ({ delete_ids: execution?.faultIds ?? [], quarantine_ids: [], replay_ids: [], preserve_ids: [], suspicious_ids: [] }),
  mutation: (context) => ({
    mutations: [{ type: context.mutation?.type ?? 'memory_write', ...said(context), retire_ids: [], memories: [said(context)] }],
  }),
}

function said({ evidence }: StageContext): { content: string; evidence_ids: string[] } {
  const sources = evidence.filter(({ kind }) => kind === 'memory' || kind === 'observation')
  return { content: sources.map(({ content }) => content).join(' ') || 'I do not know.', evidence_ids: sources.map(({ id }) => id) }
}
