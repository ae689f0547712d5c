import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { CALLS, Operation } from '#contract/sync.ts'
import { injectStream } from '../support/live-stream.ts'
import { anAddress } from '../support/test-context.ts'
import { choicesIn, exampleOf, type Fill, type Place, type Schema } from './examples.ts'
import type { Facts } from './facts.ts'
import { soundValue } from './sound-values.ts'
import { idOf } from './test-values.ts'
import type { World } from './world.ts'

/** A request to one endpoint. `call` is the plain call that it performs: its own, or the one in a push. */
export type TenancyRequest = {
  name: string
  endpoint: Endpoint
  call: Endpoint
  url: string
  headers: Record<string, string>
  body?: unknown
  /** Whether it names objects by their ids or tokens. */
  names: boolean
}

type Options = {
  facts: Facts
  tokens: World['tokens']
  /** Two requests of different askers are two operations. */
  asker?: string
  /** The value of a field, if it must not be the valid one. */
  fill?: (place: Place, sound: unknown, request: string) => unknown
}

/** Valid requests to every endpoint: one for each shape of its body or response, and one push for each call that it can carry. */
export const allRequests = (options: Options): TenancyRequest[] => ENDPOINTS.flatMap((endpoint) => requestsOf(endpoint, options))

export function requestsOf(endpoint: Endpoint, options: Options): TenancyRequest[] {
  const calls = endpoint.name === 'push' ? CALLS.map(callNamed) : [endpoint]
  return calls.flatMap((call) => Array.from({ length: shapesOf(call) }, (_, choice) => aRequest(endpoint, call, choice, options)))
}

const shapesOf = ({ body, answer, paged }: Endpoint): number =>
  body ? choicesIn(body) : answer && paged === 'where-list' ? choicesIn(answer) : 1

function aRequest(endpoint: Endpoint, call: Endpoint, choice: number, options: Options): TenancyRequest {
  const name = [endpoint.name, ...(call === endpoint ? [] : [call.name]), ...(choice > 0 ? [`(${choice + 1})`] : [])].join(' ')
  const ids: string[] = []
  const fill = filling(endpoint, name, {
    ...options,
    fill: (place, sound) => {
      if (place.isId) ids.push(place.at)
      return options.fill ? options.fill(place, sound, name) : sound
    },
  })
  const example = (schema: Schema | undefined, at: string) => (schema ? exampleOf(schema, { at, choice }, fill) : undefined)
  const params = Object(example(endpoint.params, 'params'))
  const search = new URLSearchParams(Object(example(endpoint.query, 'query'))).toString()
  const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part])))
  const body = example(endpoint.body, 'body')
  const carried = call === endpoint ? body : { ...Object(body), ops: [operationOf(call, choice, name, options)] }
  return {
    name,
    endpoint,
    call,
    url: `/api${path}${search ? `?${search}` : ''}`,
    headers: {
      // All stored events are sent at once.
      ...(endpoint.answerType === 'text/event-stream' ? { 'last-event-id': `${idOf('epoch').slice(0, 8)}.0` } : {}),
      ...(endpoint.who === 'basic' ? { authorization: PUBLIC_CLIENT } : {}),
      ...(endpoint.operation || endpoint.keyed
        ? { 'idempotency-key': String(fill({ at: 'headers.idempotency-key', name: 'opId', isId: true }, undefined)) }
        : {}),
    },
    ...(carried === undefined ? {} : { body: carried }),
    names: ids.length > 0,
  }
}

/** An operation in a push; its body is that of its plain call. */
function operationOf(call: Endpoint, choice: number, request: string, options: Options): unknown {
  const fill = filling(call, request, options)
  const envelope = exampleOf(Operation, { at: 'body.ops.0', choice }, (place, derived) =>
    place.name === 'call' ? call.name : place.name === 'body' ? null : fill(place, derived),
  )
  return { ...Object(envelope), body: call.body ? exampleOf(call.body, { at: 'body.ops.0.body', choice }, fill) : null }
}

/** The valid value of each field, unless overridden. */
function filling(endpoint: Endpoint, request: string, { facts, tokens, asker = '', fill = (_, sound) => sound }: Options): Fill {
  return (place, derived) => fill(place, soundValue(endpoint, place, { facts, tokens, asker, request }, derived), request)
}

/** Sends it as this principal; forms as forms. */
export function send(
  app: World['app'],
  { endpoint, url, headers, body }: TenancyRequest,
  as: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const isForm = endpoint.bodyType === 'form'
  const payload = body === undefined ? undefined : isForm ? new URLSearchParams(Object(body)).toString() : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const ask = endpoint.answerType === 'text/event-stream' ? injectStream : injectPlain
  return ask(app, {
    method: endpoint.method satisfies InjectOptions['method'],
    url,
    remoteAddress: anAddress(),
    headers: { ...(payload === undefined ? {} : { 'content-type': type }), ...as, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
}

const injectPlain = (app: World['app'], options: InjectOptions) => app.inject(options)

const callNamed = (name: string): Endpoint => known(ENDPOINTS.find((endpoint) => endpoint.name === name))

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a push contains a call that is not in the contract')
  return value
}
