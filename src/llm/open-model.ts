/** A model behind the Chat Completions protocol: asked in stages, answers checked, every attempt recorded. */
import type { ChatCompletion } from 'openai/resources/chat/completions'
import type { Config } from '../config.js'
import type { Db } from '../db/pool.js'
import { EmendError } from '../errors.js'
import { buildRequest, type ChatRequest } from './build-request.js'
import { callLog, type CallRow } from './call-log.js'
import { chatClient, type ChatConfig } from './chat-client.js'
import { checkReply } from './check-reply.js'
import type { AskOptions, CallPurpose, Model, Reply, Stage, StageContext } from './contracts.js'
import { idAliases } from './id-aliases.js'
import { requestHash } from './request-hash.js'
import { sendWithRetries, type RetryOptions } from './send-with-retries.js'
import { withStoreIds } from './with-store-ids.js'

/** What a model is opened with. */
export interface ModelOptions {
  /** Where calls are recorded, with `tenantId`; left out, nothing is recorded and mode must be live. */
  db?: Db
  tenantId?: number
  config: ChatConfig & Pick<Config, 'EMEND_MODEL_MODE' | 'EMEND_MODEL_SEED'>
  /** Replaces the network. */
  fetch?: typeof globalThis.fetch
  retry?: RetryOptions
  /** How often the reference model errs on purpose, 0 to 1; default 0. Any other model takes no notice. */
  noise?: number
}

/** A reply is asked for once, and once more with what was wrong. */
const maxReplies = 2

/**
 * Open the configured model. Modes: `live` calls; `record` calls and insists on a database to record in; `replay` never
 * calls and answers from the newest recorded response to the same request.
 *
 * @throws EmendError `bad_config` when modes, model and database do not fit
 * @example
 * const model = openModel({ config: readConfig() })
 * const { claims } = await model.ask('claim', { domain: 'general', question, inputs, evidence }, { purpose: 'agent' })
 */
export function openModel(options: ModelOptions): Model {
  const { config, db, tenantId } = options
  const mode = config.EMEND_MODEL_MODE
  const log = db && tenantId !== undefined ? callLog(db, tenantId) : undefined
  if (!log && mode !== 'live') {
    throw new EmendError('bad_config', `EMEND_MODEL_MODE is ${mode}, which needs a database`, { variable: 'EMEND_MODEL_MODE' })
  }
  const client = mode === 'replay' ? undefined : chatClient(config, options.fetch, options.noise)
  return { name: config.EMEND_MODEL, ask }

  async function ask<S extends Stage>(stage: S, context: StageContext, purpose: CallPurpose, how: AskOptions<S> = {}): Promise<Reply<S>> {
    const tries = how.tries ?? maxReplies
    const aliases = idAliases(context)
    const request = buildRequest(stage, context, aliases, { model: config.EMEND_MODEL, seed: config.EMEND_MODEL_SEED })
    const hash = requestHash(request)
    const write = async (row: Partial<CallRow>): Promise<void> => log?.write({
      stage, purpose, model: config.EMEND_MODEL, mode, requestHash: hash, request,
      response: null, error: null, promptTokens: null, completionTokens: null, latencyMs: null, ...row,
    })

    if (!client) {
      const response = await log?.newestResponse(hash) ?? null
      const checked = response === null ? null : checkReply(stage, JSON.stringify(response), context, aliases)
      if (!checked?.ok) {
        await write({ error: 'no_recorded_call' })
        throw new EmendError('no_recorded_call', `no recorded response of stage ${stage} answers this request`,
          { stage, requestHash: hash })
      }
      await write({ response, latencyMs: 0 })
      return withStoreIds(checked.reply, aliases)
    }

    let problem = ''
    let sent: ChatRequest = request
    for (let tried = 1; tried <= tries; tried++) {
      let startedAt = performance.now()
      const latency = (): number => Math.round(performance.now() - startedAt)
      const completion = await sendWithRetries(
        () => {
          startedAt = performance.now()
          return client.chat.completions.create(sent)
        },
        (error) => write({ request: sent, error: error.message, latencyMs: latency() }),
        options.retry)
      const text = replyText(completion)
      const shaped = text.problem ? { ok: false as const, problem: text.problem } : checkReply(stage, text.content, context, aliases)
      const wrong = shaped.ok ? how.check?.(withStoreIds(shaped.reply, aliases)) ?? null : null
      const checked = wrong === null ? shaped : { ok: false as const, problem: wrong }
      const counted = {
        request: sent,
        promptTokens: completion.usage?.prompt_tokens ?? null,
        completionTokens: completion.usage?.completion_tokens ?? null,
        latencyMs: latency(),
      }
      if (checked.ok) {
        await write({ ...counted, response: checked.reply })
        return withStoreIds(checked.reply, aliases)
      }
      problem = checked.problem
      const said = storable(text.content)
      await write({ ...counted, error: `${problem}; the reply was: ${said.slice(0, 2000)}` })
      sent = {
        ...request,
        messages: [
          ...request.messages,
          ...(said ? [{ role: 'assistant' as const, content: said }] : []),
          {
            role: 'user',
            content: JSON.stringify({ error: `Your reply was refused: ${problem}. Send the whole reply again, corrected.` }),
          },
        ],
      }
    }
    throw new EmendError('model_reply', `the model's ${stage} was refused ${tries} times: ${problem}`, { stage, problem })
  }
}

/** Text that a database takes: endpoints send NUL characters and lone surrogates too. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The text of the first choice, or why there is none. Servers that only claim compatibility leave out much. */
function replyText(completion: ChatCompletion): { content: string; problem: string | null } {
  const choice = completion.choices?.[0]
  const content = choice?.message?.content ?? ''
  if (choice?.message?.refusal) return { content, problem: `the model refused: ${choice.message.refusal}` }
  if (choice?.finish_reason === 'length') return { content, problem: 'the reply was cut off by the length limit' }
  return { content, problem: content ? null : 'the reply is empty' }
}
