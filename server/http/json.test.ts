import { expect, it, onTestFinished } from 'vitest'
import { createTestApp, createTestContext } from '../../tests/support/test-context.ts'
import { readJson, UnreadableBody } from './json.ts'
import { NO_LOAD_SHEDDING, TooBusy } from './load-shedding.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))

const [NOT_JSON, UNSUPPORTED] = ['is not valid JSON', 'a character or key that is not supported']

it.each([
  ['zero character', '"\\u0000"', UNSUPPORTED],
  ['half a surrogate pair', '{"a":["\\ud800"]}', UNSUPPORTED],
  ['prototype', '{"__proto__":1}', UNSUPPORTED],
  ['prototype with escapes', '[{"\\u005f_proto__":1}]', UNSUPPORTED],
  ['depth of 33', nested(33), 'more than 32 levels'],
  ['depth hidden by brackets in texts', `{"a":"${']'.repeat(50)}","b":${nested(33)},"c":"${'['.repeat(50)}"}`, 'more than 32 levels'],
  ['depth after an escaped backslash', `{"a":"\\\\","b":${nested(40)}}`, 'more than 32 levels'],
  ['1,001 keys in one object', keys(1_001), 'more than 1000 keys'],
  ['unended text', '{"a":"b', NOT_JSON],
  ['no JSON', '{ no', NOT_JSON],
  ['Latin-1', Buffer.from('{"a":"Café"}', 'latin1'), 'not encoded in UTF-8'],
  ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le'), 'not encoded in UTF-8'],
])('hostile use: JSON is rejected with the reason: %s', (_name, text, reason) => {
  const result = readJson(Buffer.from(text))
  expect(result).toBeInstanceOf(UnreadableBody)
  expect(result).toMatchObject({ message: expect.stringContaining(reason) })
})

it.each([
  ['depth of 32', nested(32)],
  ['brackets in texts', JSON.stringify({ a: '['.repeat(100), b: '"]\\' })],
  ['1,000 keys in each of two objects', `[${keys(1_000)},${keys(1_000)}]`],
  ['a list of 100,000', JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n))],
  ['escaped and emoji', '{"a":"\\u00e9\\ud83d\\ude00😀"}'],
])('JSON is read: %s', (_name, text) => {
  expect(readJson(Buffer.from(text))).toEqual(JSON.parse(text))
})

it('a byte order mark before JSON is skipped', () => {
  expect(readJson(Buffer.from('\uFEFF{"a":"é"}'))).toEqual({ a: 'é' })
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
