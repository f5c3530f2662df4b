/** Routes on sessions, and on what is recorded in them: inputs, steps, turns. */
import { z } from 'zod'
import {
  actingFor, contracts, needOwnEvidence, needOwnSession, userOf, type KeyRole, type NewStep, type Principal,
} from '../../index.js'
import { pageOf, pageQuery, readPage } from '../page.js'
import { route } from '../route.js'
import { EmendError } from '../../errors.js'

const { sessions, inputs, steps } = contracts
const writers: KeyRole[] = ['agent', 'admin']
const readers: KeyRole[] = ['agent', 'detector', 'auditor', 'admin']

/** Conversations. */
export const sessionRoutes = [
  route({
    method: 'POST', url: '/v1/sessions', id: 'openSession', tag: 'sessions', roles: writers, forOneUser: true, status: 201,
    summary: 'Make a session, or find the one that has the id. A session is also made by whatever is first recorded in it.',
    body: sessions.openOptions, output: sessions.session,
    location: ({ id }) => `/v1/sessions/${encodeURIComponent(id)}`,
    async run(call) {
      await needOwnSession(call, call.body.id)
      return call.emend.sessions.open({ ...call.body, ...actingFor(call.principal, call.body.userId) })
    },
  }),
  route({
    method: 'GET', url: '/v1/sessions', id: 'listSessions', tag: 'sessions', roles: readers, forOneUser: true, summary: 'Sessions, newest first.',
    query: z.strictObject({ ...sessions.listOptions.pick({ userId: true }).shape, ...pageQuery }), output: pageOf(sessions.session),
    run: ({ emend, principal, query: { userId, ...query } }) => readPage(query, 'string',
      (page: { limit: number; after?: string }) => emend.sessions.list({ ...actingFor(principal, userId), ...page }), ({ id }) => id),
  }),
  route({
    method: 'GET', url: '/v1/sessions/:sessionId', id: 'getSession', tag: 'sessions', roles: readers, forOneUser: true, summary: 'One session.',
    params: z.strictObject({ sessionId: z.string() }), output: sessions.session,
    async run({ emend, principal, params: { sessionId } }) {
      const session = await emend.sessions.get(sessionId)
      if (principal.userId === null || session.userId === null || session.userId === principal.userId) return session
      throw new EmendError('not_found', `there is no session ${JSON.stringify(sessionId)} in this tenant`, { session: sessionId })
    },
  }),
]

/** What users say, and what agents do about it. */
export const recordRoutes = [
  route({
    method: 'POST', url: '/v1/inputs', id: 'addInput', tag: 'recording', roles: writers, forOneUser: true, status: 201,
    summary: 'Record what a user says; it starts a turn.',
    body: inputs.addOptions.extend({ content: z.string() }), output: inputs.recorded,
    async run(call) {
      const { content, userId, ...options } = call.body
      await needOwnSession(call, options.sessionId)
      return call.emend.inputs.add(content, { ...options, ...actingFor(call.principal, userId) })
    },
  }),
  route({
    method: 'POST', url: '/v1/steps', id: 'recordStep', tag: 'recording', roles: writers, forOneUser: true, status: 201,
    summary: 'Record one step of an agent, with what it used and made.',
    body: steps.placedStep.extend(steps.recordOptions.shape), output: steps.recordedStep,
    async run(call) {
      const { onWithdrawn, sessionId, turn, ...step } = call.body
      await needOwnSession(call, sessionId)
      await needOwnEvidence(call, ...evidenceOf(step))
      return call.emend.steps.record(
        { ...ofOneUser(call.principal, step), sessionId, ...(turn === undefined ? {} : { turn }) }, onWithdrawn === undefined ? {} : { onWithdrawn })
    },
  }),
  route({
    method: 'POST', url: '/v1/turns', id: 'recordTurn', tag: 'recording', roles: writers, forOneUser: true, status: 201,
    summary: 'Record a whole turn in one round trip: what the user said, and what the agent did about it.',
    body: steps.newTurn.extend(steps.recordOptions.shape), output: steps.recordedTurn,
    async run(call) {
      const { onWithdrawn, ...turn } = call.body
      await needOwnSession(call, turn.sessionId)
      await needOwnEvidence(call, ...turn.steps.flatMap((step) => evidenceOf(step)))
      const { principal } = call
      return call.emend.turns.record(
        { ...turn, ...actingFor(principal, turn.userId), steps: turn.steps.map((step) => ofOneUser(principal, step)) },
        onWithdrawn === undefined ? {} : { onWithdrawn })
    },
  }),
]

/** Everything that a step names besides what it makes. */
function evidenceOf(step: NewStep): (readonly string[] | undefined)[] {
  const made = (step.generates ?? []).flatMap((memory) => [memory.derivedFrom, memory.supersedes])
  return [step.usedIds, step.consumedMemoryIds, ...step.justifications ?? [], ...made]
}

/** The step as a key of one user may record it: the step, what it makes and what it read are this user's. */
function ofOneUser(principal: Principal, step: NewStep): NewStep {
  if (principal.userId === null) return step
  const user = principal.userId
  userOf(principal, step.query?.scope?.user)
  return {
    ...step, ...actingFor(principal, step.userId),
    ...(step.generates ? { generates: step.generates.map((memory) => ({ ...memory, ...actingFor(principal, memory.userId) })) } : {}),
    ...(step.query ? { query: { ...step.query, scope: { ...step.query.scope, user } } } : {}),
  }
}
