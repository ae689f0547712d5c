import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { MAX_APP_ERRORS } from '#contract/app-errors.ts'
import { MINUTE } from '#domain/time.ts'
import { aClock, createTestContext } from '../../tests/support/test-context.ts'
import { createApp } from '../app.ts'

const clock = aClock()
const lines: string[] = []
const reported: { error: unknown; where: string }[] = []
let app: FastifyInstance
beforeAll(async () => {
  const ctx = await createTestContext({ now: clock.now })
  const report = (error: unknown, where: string) => void reported.push({ error, where })
  app = await createApp({ ...ctx, report }, { logTo: { write: (line) => void lines.push(line) } })
  return async () => {
    await app.close()
    await ctx.database.close()
  }
})

const anError = (more: object = {}) => ({
  id: randomUUID(),
  at: '2026-11-25T10:00:00.000Z',
  kind: 'caught',
  name: 'TypeError',
  route: '/dashboard/machines/$machineId',
  version: '1.2.3',
  frames: [{ function: 'MachineScreen', file: 'assets/MachineScreen-a1.js', line: 1, column: 240 }],
  count: 1,
  ...more,
})
const send = async (errors: unknown) => (await app.inject({ method: 'POST', url: '/api/app-errors', payload: { errors } })).statusCode
const written = () => lines.map((line) => JSON.parse(line)).flatMap(({ appError }) => appError ?? [])

test('an app error is logged and reported with its frames', async () => {
  const error = anError()
  expect(await send([error])).toBe(200)
  expect(written()).toEqual([error])
  expect(reported).toMatchObject([{ where: 'app 1.2.3 /dashboard/machines/$machineId', error: { name: 'TypeError', message: '' } }])
  expect(reported[0]).toHaveProperty('error.stack', '    at MachineScreen (assets/MachineScreen-a1.js:1:240)')
})

test.each([
  ['a message', { message: 'ada@mail.example' }],
  ['typed text as a name', { name: 'Error: Ada Nowak, 12 High Street' }],
  ['an address with a query', { route: '/register?email=ada@mail.example' }],
  ['another site', { frames: [{ function: 'f', file: 'https://other.example/x.js', line: 1, column: 1 }] }],
])('%s is refused', async (_what, more) => {
  const before = written().length
  expect(await send([anError(more)])).toBe(422)
  expect(written()).toHaveLength(before)
})

test('a flood of errors does not fill the log', async () => {
  clock.pass(MINUTE)
  const before = written().length
  for (let n = 0; n < 5; n++) expect(await send(Array.from({ length: MAX_APP_ERRORS }, () => anError()))).toBe(200)
  expect(written()).toHaveLength(before + 60)
  clock.pass(MINUTE)
  await send([anError()])
  expect(written()).toHaveLength(before + 61)
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ omitted: 40 }))
})
