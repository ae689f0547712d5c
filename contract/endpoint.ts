import type * as v from 'valibot'
import type { Access } from '#domain/team/permissions.ts'
import type { RefusalCode } from './errors.ts'

type Schema = v.GenericSchema

/** On every answer of ours: without it, an answer is somebody else's (a hotel's login page, a proxy), and counts as no network. */
export const ANSWER_HEADER = 'x-roundsman'
/** The server's time when it answered, ISO 8601. */
export const TIME_HEADER = 'x-server-time'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API: what both sides agree on, and the source of routes, checks and the OpenAPI document.
 * `path` is below /api, with `:name` for each part that varies. `answer` is the payload inside `data`, unless `plain`.
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
  /** How the body travels; JSON unless said. */
  bodyType?: 'json' | 'form'
  /** The field of the body that a plain text is, where one is sent instead of JSON. */
  textField?: string
  /** The field of the body that a file is, in base64, where one is sent as the field `file` of a form (multipart) instead of JSON. */
  fileField?: string
  answer?: Schema
  /** The media type of an answer that is not JSON. */
  answerType?: `${string}/${string}`
  /** The answer as it stands, without `{data}` around it. */
  plain?: boolean
  /** The answer is a list with `pageDetails` beside it; `where-list`: one of several answers, of which only the list has them. */
  paged?: true | 'where-list'
  /** The status of a success, 200 unless said. */
  status?: 200 | 201 | 202 | 204
  /** A deed on stock or slots: it has an operation id (`Idempotency-Key`) and a time (`Occurred-At`). */
  operation?: boolean
  /**
   * A write of now: its `Idempotency-Key` makes it count once, and it has no other time than that. Answers are kept: one that holds a
   * secret is kept `sealed`, or the call takes no key.
   */
  keyed?: true | 'sealed'
  /** Its body is signed to the letter. */
  isSigned?: boolean
  refusals?: readonly RefusalCode[]
}

/** What of an answer comes in pages: all of it, its lists, or nothing. */
export type Paged<E extends Endpoint, Answer, Page> = E['paged'] extends true
  ? Page
  : E['paged'] extends 'where-list'
    ? Page | Exclude<Answer, readonly unknown[]>
    : Answer

export const endpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

type Input<S> = S extends Schema ? v.InferInput<S> : undefined
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined

/** What a caller hands in. */
export type RequestOf<E extends Endpoint> = { params?: Input<E['params']>; query?: Input<E['query']>; body?: Input<E['body']> }
/** What a handler gets, once it has been checked. */
export type CheckedOf<E extends Endpoint> = { params: Output<E['params']>; query: Output<E['query']>; body: Output<E['body']> }
/** What a handler gives. */
export type AnswerOf<E extends Endpoint> = Input<E['answer']>
/** What a caller gets, once it has been checked. */
export type ReceivedOf<E extends Endpoint> = Output<E['answer']>
