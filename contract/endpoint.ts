import type * as v from 'valibot'
import type { Access } from '#domain/team/permissions.ts'
import type { RefusalCode } from './errors.ts'

type Schema = v.GenericSchema

/**
 * Present on each of our responses. Without it, the response comes from something else (a hotel's login page, a proxy) and is treated as no
 * network.
 */
export const ANSWER_HEADER = 'x-roundsman'
/** The server's time of the response, ISO 8601. */
export const TIME_HEADER = 'x-server-time'

/**
 * The moment of the figures in a response, ISO 8601, if they are older than the request because a replica of the database answered it.
 */
export const DATA_TIME_HEADER = 'x-data-time'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API: the agreement of client and server, and the source of routes, validation and the OpenAPI document. `path` is below
 * /api, with `:name` for each parameter. `answer` is the payload inside `data`, unless `plain`.
 */
export type Endpoint = {
  name: string
  method: Method
  path: `/${string}`
  who: Access
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Encoding of the body; JSON by default. */
  bodyType?: 'json' | 'form'
  /** The body field that receives a plain text sent instead of JSON. */
  textField?: string
  /** The body field that receives a file in base64, if it is sent as the field `file` of a form (multipart) instead of JSON. */
  fileField?: string
  answer?: Schema
  /** The media type of a response that is not JSON. */
  answerType?: `${string}/${string}`
  /** The response is sent without a `{data}` wrapper. */
  plain?: boolean
  /** The response is a list with `pageDetails` next to it; `where-list`: only the list among several response types has them. */
  paged?: true | 'where-list'
  /** The status of a success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** An operation on stock or slots: it has an operation id (`Idempotency-Key`) and a time (`Occurred-At`). */
  operation?: boolean
  /**
   * An immediate write: its `Idempotency-Key` makes it count once. Responses are stored: one that contains a secret is stored `sealed`
   * (encrypted), or the call accepts no key.
   */
  keyed?: true | 'sealed'
  /** A read-only report. A replica may answer it, whose figures can be some seconds old: `DATA_TIME_HEADER`. */
  mayLag?: true
  /** The raw body is signed. */
  isSigned?: boolean
  refusals?: readonly RefusalCode[]
}

/** Which part of a response is paged: all of it, its lists, or nothing. */
export type Paged<E extends Endpoint, Answer, Page> = E['paged'] extends true
  ? Page
  : E['paged'] extends 'where-list'
    ? Page | Exclude<Answer, readonly unknown[]>
    : Answer

export const endpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

type Input<S> = S extends Schema ? v.InferInput<S> : undefined
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined

/** What a client passes. */
export type RequestOf<E extends Endpoint> = { params?: Input<E['params']>; query?: Input<E['query']>; body?: Input<E['body']> }
/** What a handler receives after validation. */
export type CheckedOf<E extends Endpoint> = { params: Output<E['params']>; query: Output<E['query']>; body: Output<E['body']> }
/** What a handler returns. */
export type AnswerOf<E extends Endpoint> = Input<E['answer']>
/** What a client receives after validation. */
export type ReceivedOf<E extends Endpoint> = Output<E['answer']>
