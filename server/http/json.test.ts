import { expect, it, onTestFinished } from 'vitest'
import { createTestApp, createTestContext } from '../../tests/support/test-context.ts'
import { readJson, UNREADABLE } from './json.ts'
import { NO_LOAD_SHEDDING, TooBusy } from './load-shedding.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))

it.each([
  ['zero character', '"\\u0000"'],
  ['half a surrogate pair', '{"a":["\\ud800"]}'],
  ['prototype', '{"__proto__":1}'],
  ['prototype with escapes', '[{"\\u005f_proto__":1}]'],
  ['depth of 33', nested(33)],
  ['depth hidden by brackets in texts', `{"a":"${']'.repeat(50)}","b":${nested(33)},"c":"${'['.repeat(50)}"}`],
  ['depth after an escaped backslash', `{"a":"\\\\","b":${nested(40)}}`],
  ['1,001 keys in one object', keys(1_001)],
  ['unended text', '{"a":"b'],
  ['no JSON', '{ no'],
])('hostile use: JSON is rejected: %s', (_name, text) => {
  expect(readJson(text)).toBe(UNREADABLE)
})

it.each([
  ['depth of 32', nested(32)],
  ['brackets in texts', JSON.stringify({ a: '['.repeat(100), b: '"]\\' })],
  ['1,000 keys in each of two objects', `[${keys(1_000)},${keys(1_000)}]`],
  ['a list of 100,000', JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n))],
  ['escaped and emoji', '{"a":"\\u00e9\\ud83d\\ude00😀"}'],
])('JSON is read: %s', (_name, text) => {
  expect(readJson(text)).toEqual(JSON.parse(text))
})

it('hostile use: a large body is parsed only in a slot of its company', async () => {
  const ctx = await createTestContext()
  const full = () => Promise.reject(new TooBusy())
  const app = await createTestApp(ctx, { gate: { ...NO_LOAD_SHEDDING, through: full } })
  onTestFinished(async () => {
    await app.close()
    await ctx.database.close()
  })
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/sync/push', headers: { 'content-type': 'application/json' }, payload })
  expect((await send('{ no')).statusCode).toBe(400)
  expect((await send(`{ no${' '.repeat(20_000)}`)).statusCode).toBe(503)
})
