/** How a route is declared: everything that is checked, documented and tested about it stands here. */
import { z } from 'zod'
import type { EmendTenant, KeyRole, Principal } from '../index.js'
import type { Given } from './given.js'
import type { WriteText } from './text-stream.js'

/** What a route works with: the tenant and the caller come from the key, the rest is checked by its contract. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  emend: EmendTenant
  principal: Principal
  /** Who acts, for the journal: `key:7`. */
  actor: string
  params: P
  query: Q
  body: B
  /** The caller has gone, or the server stops. */
  signal: AbortSignal
}

/** What is said of any route. */
export interface RouteBase {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** In the notation of OpenAPI's parameters but with a colon: `/v1/memories/:id`. */
  url: string
  /** Name of the operation in generated clients, unique. */
  id: string
  summary: string
  tag: string
  /** Who may call it; everybody else is `forbidden`. */
  roles: readonly KeyRole[]
  /** A key of one user may call it; the route sees to it that only this user's things are touched. */
  forOneUser: boolean
  params: z.ZodType
  query: z.ZodType
  /** Null where the route takes no body. */
  body: z.ZodType | null
  output: z.ZodType
}

/** A route that answers with JSON. */
export interface JsonRoute extends RouteBase {
  kind: 'json'
  status: 200 | 201 | 202
  /** Where what was made is found. */
  location(result: unknown): string | null
  run(call: Call): Promise<unknown>
}

/** A route that answers with events, one `output` after the other, as they happen. */
export interface EventRoute extends RouteBase {
  kind: 'events'
  /** @param after the last event that the caller has seen; null = none; `null` is returned when nothing will ever follow it */
  follow(call: Call, after: number | null): Promise<AsyncIterable<{ id: number; type: string }> | null>
}

/** A route that answers with text of any length, as it is made. */
export interface TextRoute extends RouteBase {
  kind: 'text'
  /** Media type of the answer. */
  media: string
  send(call: Call, write: WriteText): Promise<void>
}

/** A route that is sent lines, as many as there are, and answers with JSON. */
export interface UploadRoute extends RouteBase {
  kind: 'upload'
  status: 200
  /** Media type of what is sent. */
  media: string
  location(result: unknown): null
  run(call: Call, lines: AsyncIterable<string>): Promise<unknown>
}

/** Any route. */
export type Route = JsonRoute | EventRoute | TextRoute | UploadRoute

/** The contract of what has no keys. */
export const nothing = z.strictObject({})

type Declared<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> =
  Omit<RouteBase, 'params' | 'query' | 'body' | 'output' | 'forOneUser'> & { forOneUser?: boolean; params?: P; query?: Q; body?: B }

/** Declare a route that answers with JSON; 200 unless `status` says otherwise. */
export function route<O extends z.ZodType, P extends z.ZodType = typeof nothing, Q extends z.ZodType = typeof nothing, B extends z.ZodType = typeof nothing>(
  declared: Declared<P, Q, B> & {
    status?: JsonRoute['status']
    output: O
    location?(result: z.output<O>): string
    run(call: Call<Given<z.output<P>>, Given<z.output<Q>>, Given<z.output<B>>>): Promise<z.output<O>>
  },
): JsonRoute {
  const { location = () => null, run, ...rest } = declared
  return {
    kind: 'json', status: 200, forOneUser: false, ...rest, params: declared.params ?? nothing, query: declared.query ?? nothing, body: declared.body ?? null,
    location: (result) => location(result as z.output<O>),
    run: (call) => run(call as Parameters<typeof run>[0]),
  }
}

/** Declare a route that answers with events. */
export function eventRoute<O extends z.ZodType<{ id: number; type: string }>, P extends z.ZodType = typeof nothing, Q extends z.ZodType = typeof nothing>(
  declared: Omit<Declared<P, Q, typeof nothing>, 'body' | 'method'> & {
    output: O
    follow(call: Call<Given<z.output<P>>, Given<z.output<Q>>>, after: number | null): Promise<AsyncIterable<z.output<O>> | null>
  },
): EventRoute {
  const { follow, ...rest } = declared
  return {
    kind: 'events', method: 'GET', forOneUser: false, ...rest, params: declared.params ?? nothing, query: declared.query ?? nothing, body: null,
    follow: (call, after) => follow(call as Parameters<typeof follow>[0], after),
  }
}

/** Declare a route that answers with text of any length. */
export function textRoute<Q extends z.ZodType = typeof nothing>(
  declared: Omit<Declared<typeof nothing, Q, typeof nothing>, 'body' | 'method' | 'params'> & {
    media: string
    output: z.ZodType
    send(call: Call<unknown, Given<z.output<Q>>>, write: WriteText): Promise<void>
  },
): TextRoute {
  const { send, ...rest } = declared
  return {
    kind: 'text', method: 'GET', forOneUser: false, ...rest, params: nothing, query: declared.query ?? nothing, body: null,
    send: (call, write) => send(call as Parameters<typeof send>[0], write),
  }
}

/** Declare a route that is sent lines. */
export function uploadRoute<O extends z.ZodType>(
  declared: Omit<Declared<typeof nothing, typeof nothing, typeof nothing>, 'body' | 'method' | 'params' | 'query'> & {
    media: string
    output: O
    run(call: Call, lines: AsyncIterable<string>): Promise<z.output<O>>
  },
): UploadRoute {
  return { kind: 'upload', method: 'POST', status: 200, forOneUser: false, ...declared, params: nothing, query: nothing, body: null, location: () => null }
}
