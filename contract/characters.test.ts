import * as v from 'valibot'
import { expect, test } from 'vitest'
import { problemsOf } from '#domain/products/product-rules.ts'
import { ENDPOINTS } from './api.ts'
import { MachineName } from './machines.ts'
import { NewPassword } from './profile.ts'

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  item?: Schema
  options?: Schema[]
  wrapped?: Schema
  pipe?: (Schema & { requirement?: number })[]
}

const EMOJI = '😀'

/** Written by programs, addresses, and passwords that are compared. */
const NOT_LIMITED = new RegExp(
  [
    /^(?:token|addPushSubscription|reportAppErrors|billingWebhook)\./,
    /\.(?:locale|token|code|cursor|id|sheet|\w*Identifier|reCaptchaToken|refresh_token|deviceId|app|\w*[vV]ersion)$/,
    /\.(?:content|file|email|url|oldPassword)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const longestOf = (schema: Schema): number | undefined =>
  (schema.pipe ?? [])
    .map((step) => (step.type === 'max_length' ? step.requirement : step === schema ? undefined : longestOf(step)))
    .find(Boolean)

/** Fields that refuse a text because it has as many emoji as characters are allowed, by path. */
function refusing(schema: Schema, path: string): string[] {
  const longest = schema.type === 'string' ? longestOf(schema) : undefined
  if (longest) {
    const { issues = [] } = v.safeParse(schema, EMOJI.repeat(longest))
    return issues.some(({ type }) => type === 'max_length') ? [path] : []
  }
  const entries = Object.entries(schema.entries ?? {}).flatMap(([name, entry]) => refusing(entry, `${path}.${name}`))
  const inside = [schema.item, schema.wrapped, ...(Array.isArray(schema.options) ? schema.options : [])]
  return [...entries, ...inside.flatMap((each) => (typeof each === 'object' ? refusing(each, path) : []))]
}

test('the limits of written texts count an emoji as one character', () => {
  const found = ENDPOINTS.flatMap(({ name, body, query }) => [body, query].flatMap((one) => (one ? refusing(one as Schema, name) : [])))
  expect(found.filter((path) => !NOT_LIMITED.test(path))).toEqual([])
})

test('a name has 3 to 40 characters, and a password 7 to 50', () => {
  const areSound = (schema: v.GenericSchema, lengths: number[]) => lengths.map((length) => v.is(schema, EMOJI.repeat(length)))
  expect(areSound(MachineName, [2, 3, 40, 41])).toEqual([false, true, true, false])
  expect(areSound(NewPassword, [6, 7, 50, 51])).toEqual([false, true, true, false])
  expect(v.safeParse(MachineName, EMOJI).issues).toMatchObject([{ message: 'must have at least 3 characters' }])
})

test('a product has a name of up to 100 emoji', () => {
  const product = {
    volume: 1,
    volumeType: 'PIECE',
    packaging: 'PIECE',
    tax: 7,
    lastCost: 1,
    ingredients: [],
  } as const
  const problems = [100, 101].map((length) => problemsOf({ ...product, name: EMOJI.repeat(length) }, { currency: 'EUR' }))
  expect(problems).toEqual([[], [{ path: 'name', problem: 'tooLong' }]])
})
