import fc, { type Arbitrary } from 'fast-check'
import * as v from 'valibot'
import type { Endpoint, Method } from '#contract/endpoint.ts'
import { Instant, Uuid } from '#contract/fields.ts'
import { brokenAddressPart, brokenHeader, brokenOf, brokenText, jsonOf, mangled, mangledType } from './broken.ts'
import { type Fields, soundFor } from './sound.ts'

/** One complete request: resent unchanged, it is the same request. `isSound`: every part of it is allowed by the contract. */
export type Request = {
  who: 'manager' | 'serviceman'
  method: Method
  url: string
  headers: Record<string, string>
  body: string | null
  isSound: boolean
}

const OperationHeaders = v.object({ 'idempotency-key': v.optional(Uuid), 'occurred-at': v.optional(Instant) })

/** A part of a request, and whether it is still allowed by the contract. */
type Part<T> = { value: T; isSound: boolean }

const sound = <T>(values: Arbitrary<T>): Arbitrary<Part<T>> => values.map((value) => ({ value, isSound: true }))
const broken = <T>(values: Arbitrary<T>): Arbitrary<Part<T>> => values.map((value) => ({ value, isSound: false }))
/** Mostly valid, so that an invalid part elsewhere is evaluated. */
const mostlySound = <T>(good: Arbitrary<T>, bad: Arbitrary<T>): Arbitrary<Part<T>> =>
  fc.oneof({ weight: 4, arbitrary: sound(good) }, { weight: 1, arbitrary: broken(bad) })

/** Requests to an endpoint, about half of them valid. */
export function requestsTo(endpoint: Endpoint, fields: Fields): Arbitrary<Request> {
  const { method, operation, who } = endpoint
  return fc
    .record({
      address: addressesOf(endpoint, fields),
      query: queriesOf(endpoint, fields),
      headers: operation ? headersOf(fields) : sound(fc.constant<Texts>({})),
      content: contentsOf(endpoint, fields),
      person: fc.constantFrom('manager', 'manager', 'manager', 'manager', 'serviceman'),
    })
    .map(({ address, query, headers, content, person }) => ({
      who: person,
      method,
      url: `/api${address.value}${query.value === '' ? '' : `?${query.value}`}`,
      headers: { ...headers.value, ...(content.value.type === null ? {} : { 'content-type': content.value.type }) },
      body: content.value.text,
      isSound: address.isSound && query.isSound && headers.isSound && content.isSound && (who !== 'manager' || person === 'manager'),
    }))
}

type Texts = Record<string, string>

const isTexts = (value: unknown): value is Texts => v.is(v.record(v.string(), v.string()), value)
const textsFor = (schema: v.GenericSchema, fields: Fields): Arbitrary<Texts> => soundFor(schema, fields).filter(isTexts)

function addressesOf({ path, params }: Endpoint, fields: Fields): Arbitrary<Part<string>> {
  if (!params) return sound(fc.constant<string>(path))
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  const withParts = (partOf: (name: string) => string) => path.replaceAll(/:(\w+)/g, (_match, name: string) => partOf(name))
  // A router treats none of these as a path segment.
  const isPart = (text: string) => !['', '.', '..'].includes(text)
  const good = textsFor(params, fields)
    .filter((values) => names.every((name) => isPart(values[name] ?? '')))
    .map((values) => withParts((name) => encodeURIComponent(values[name] ?? '')))
  return mostlySound(
    good,
    brokenAddressPart.map((part) => withParts(() => part)),
  )
}

const QUERY_PIECES = [
  '%',
  '%00',
  '%zz=%zz',
  '%ED%A0%80=1',
  '__proto__[x]=1',
  'size[$ne]=1',
  '&&&',
  '=',
  'page=1&page=2',
  'constructor=1',
  '%F0%9F%92%A9',
]

function queriesOf({ query }: Endpoint, fields: Fields): Arbitrary<Part<string>> {
  const piece = fc.oneof(
    fc.constantFrom(...QUERY_PIECES),
    fc.tuple(fc.constantFrom(...Object.keys(fields), 'page', 'size', 'query', 'sort', 'state'), brokenText).map((pair) => formOf([pair])),
  )
  const pieces = fc.array(piece, { maxLength: 3 }).map((all) => all.join('&'))
  if (!query) return fc.oneof({ weight: 4, arbitrary: sound(fc.constant('')) }, { weight: 1, arbitrary: broken(pieces) })
  const good = textsFor(query, fields).map((values) => formOf(Object.entries(values)))
  return mostlySound(
    good,
    fc.tuple(good, pieces).map((all) => all.join('&')),
  )
}

const formOf = (pairs: [string, string][]) => new URLSearchParams(pairs).toString()

function headersOf(fields: Fields): Arbitrary<Part<Texts>> {
  const good = textsFor(OperationHeaders, fields)
  const bad = fc.tuple(good, fc.constantFrom('idempotency-key', 'occurred-at'), brokenHeader)
  return mostlySound(
    good,
    bad.map(([headers, name, value]) => ({ ...headers, [name]: value })),
  )
}

type Content = { type: string | null; text: string | null }

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

function contentsOf({ body, bodyType, method }: Endpoint, fields: Fields): Arbitrary<Part<Content>> {
  const nothing: Content = { type: null, text: null }
  if (method === 'GET') return sound(fc.constant(nothing))
  if (!body)
    return mostlySound(fc.constant(nothing), fc.record({ type: mangledType, text: mangled(brokenOf(fc.constant({})).map(jsonOf)) }))
  const values = soundFor(body, fields)
  const written = bodyType === 'form' ? (value: unknown) => formOf(pairsOf(value)) : jsonOf
  const type = bodyType === 'form' ? FORM_TYPE : JSON_TYPE
  const good = values.map((value) => ({ type, text: written(value) }))
  const bad = fc.oneof(
    { weight: 6, arbitrary: mangled(brokenOf(values).map(written)).map((text) => ({ type, text })) },
    { weight: 1, arbitrary: fc.record({ type: mangledType, text: values.map(written) }) },
    { weight: 1, arbitrary: fc.constant<Content>(nothing) },
  )
  return fc.oneof({ weight: 2, arbitrary: sound<Content>(good) }, { weight: 3, arbitrary: broken<Content>(bad) })
}

const pairsOf = (value: unknown): [string, string][] =>
  Object.entries(Object(value)).map(([name, member]) => [name, typeof member === 'string' ? member : jsonOf(member)])
