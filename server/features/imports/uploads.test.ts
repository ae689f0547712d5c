import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PART_BYTES, SMALL_PART_BYTES } from '#domain/imports.ts'
import { workbookOf } from '../../../tests/layouts/layout.ts'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { drain } from '../../queue/queue.ts'
import { forgettingUploads, importQueue } from './imports.job.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aMachine(world.ctx, world.company, { name: 'Foyer' })
})
afterAll(() => world.close())

const ROWS = 12_000

/** A sale every minute, too many for one request. */
const largeFile = (rows = ROWS, note = 'x'.repeat(60)) => {
  const start = Date.parse('2026-02-01T00:00:00Z')
  const lines = Array.from({ length: rows }, (_, n) => {
    const at = new Date(start + n * 60_000).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 19)},Foyer,1.50,Cash,${note}`
  })
  return Buffer.from(['Date,Machine,Amount,Payment,Note', ...lines].join('\n'))
}

type Status = {
  id: string
  state: string
  progress: number
  why: string | null
  preview: { counts: { new: number }; badRows: string } | null
}

async function upload(file: Buffer, { kind = 'SALES', person = world.manager } = {}): Promise<string> {
  const begun = await person.call('POST', '/imports/uploads', { kind, name: 'sales.csv', size: file.length })
  const { id } = begun.json().data as Status
  for (let part = 0; part * PART_BYTES < file.length; part++) {
    const content = file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64')
    const answer = await person.call('PUT', `/imports/${id}/parts/${part + 1}`, { content })
    expect(answer.statusCode).toBe(200)
  }
  return id
}
const status = async (id: string): Promise<Status> => (await world.manager.call('GET', `/imports/${id}`)).json().data
const post = (id: string, what: string, body?: object, person = world.manager) => person.call('POST', `/imports/${id}/${what}`, body)
const ctx = () => ({ ...world.ctx, log: world.app.log })
const work = () => drain(ctx(), importQueue)
const count = async (table: string, importId: string) => {
  const [row] = await rowsOf<{ count: number }>(
    world.ctx.database.owner,
    sql`select count(*)::int as count from ${sql.identifier(table)} t where t.import_id = ${importId}::uuid`,
  )
  return row?.count ?? 0
}

test('a workbook of sales becomes an import of sales if no kind was chosen', async () => {
  const rows = [1, 2, 3].map((hour) => [`2026-03-0${hour} 10:05`, 'Foyer', 1.5])
  const file = workbookOf([{ name: 'Data', rows: [['Date', 'Machine', 'Amount'], ...rows] }])
  const kinds = async (choices: object) => {
    const id = await upload(file, { kind: 'MACHINES' })
    await post(id, 'read', choices)
    await work()
    const { data } = (await world.manager.call('GET', `/imports/${id}`)).json()
    await post(id, 'cancel')
    return [data.kind, data.state, data.preview.counts.new]
  }
  expect(await kinds({ anyKind: true })).toEqual(['SALES', 'READY', 3])
  expect(await kinds({})).toEqual(['MACHINES', 'READY', 0])
})

describe('large file', () => {
  test('is read and imported in the background, listed, and undone', async () => {
    const id = await upload(largeFile())
    expect((await post(id, 'read', {})).json().data).toMatchObject({ state: 'READING', preview: null })
    await work()
    expect(await status(id)).toMatchObject({ state: 'READY', preview: { counts: { records: ROWS, new: ROWS, refused: 0 }, done: false } })
    expect(await count('transactions', id)).toBe(0)

    expect((await post(id, 'run', {})).json().data).toMatchObject({ state: 'RUNNING' })
    await work()
    expect(await status(id)).toMatchObject({ state: 'DONE', preview: { counts: { new: ROWS }, done: true } })
    expect(await count('transactions', id)).toBe(ROWS)
    expect(await count('import_parts', id)).toBe(0)
    const list = (await world.manager.call('GET', '/imports')).json().data as Status[]
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'DONE', counts: { new: ROWS } })

    expect((await post(id, 'undo')).json().data).toMatchObject({ state: 'UNDOING' })
    await work()
    expect(await status(id)).toMatchObject({ state: 'UNDONE' })
    expect(await count('transactions', id)).toBe(0)
  })

  test('requires all parts, each with its announced size', async () => {
    const file = largeFile()
    const begun = await world.manager.call('POST', '/imports/uploads', { kind: 'SALES', name: 'sales.csv', size: file.length })
    const { id } = begun.json().data as Status
    const short = await world.manager.call('PUT', `/imports/${id}/parts/1`, { content: Buffer.from('short').toString('base64') })
    expect(short.json()).toMatchObject({ code: 'IMPORT_INVALID', detail: expect.stringContaining('must have 1048576 bytes') })
    expect((await post(id, 'read', {})).json()).toMatchObject({ code: 'IMPORT_INVALID' })
    expect((await post(id, 'run', {})).json()).toMatchObject({ code: 'IMPORT_INVALID' })
    const large = await world.manager.call('POST', '/imports/uploads', { kind: 'SALES', name: 'a', size: 100 * 1024 * 1024 + 1 })
    expect(large.statusCode).toBe(422)
    await post(id, 'cancel')
  })

  test('smaller parts replace those that were uploaded before', async () => {
    const file = largeFile()
    const begun = await world.manager.call('POST', '/imports/uploads', { kind: 'SALES', name: 'sales.csv', size: file.length })
    const { id } = begun.json().data as Status
    const put = (part: number, content: Buffer, partBytes?: number) =>
      world.manager.call('PUT', `/imports/${id}/parts/${part}`, { content: content.toString('base64'), partBytes })
    expect((await put(1, file.subarray(0, PART_BYTES))).statusCode).toBe(200)
    expect((await put(1, file.subarray(0, 1000), 1000)).statusCode).toBe(422)
    for (let at = 0; at < file.length; at += SMALL_PART_BYTES) {
      const answer = await put(at / SMALL_PART_BYTES + 1, file.subarray(at, at + SMALL_PART_BYTES), SMALL_PART_BYTES)
      expect(answer.statusCode).toBe(200)
    }
    await post(id, 'read', {})
    await work()
    expect(await status(id)).toMatchObject({ state: 'READY', preview: { counts: { records: ROWS, new: ROWS, refused: 0 } } })
    await post(id, 'cancel')
  })

  test('is refused to other companies and employees', async () => {
    const id = await upload(largeFile(100))
    const { rival, serviceman } = world
    for (const [method, path, body] of [
      ['GET', `/imports/${id}`, undefined],
      ['PUT', `/imports/${id}/parts/1`, { content: 'eA==' }],
      ['POST', `/imports/${id}/read`, {}],
      ['POST', `/imports/${id}/run`, {}],
      ['POST', `/imports/${id}/cancel`, undefined],
    ] as const) {
      expect((await rival.call(method, path, body)).statusCode, path).toBe(404)
      expect((await serviceman.call(method, path, body)).statusCode, path).toBe(403)
    }
    await post(id, 'cancel')
  })

  test('cancelled during import leaves no data behind', async () => {
    const id = await upload(largeFile())
    await post(id, 'read', {})
    await work()
    await post(id, 'run', {})
    const working = work()
    await expect.poll(() => count('transactions', id)).toBeGreaterThan(0)
    expect((await post(id, 'cancel')).json().data.state).toMatch(/^CANCELL(ING|ED)$/)
    await working
    await work()
    expect(await status(id)).toMatchObject({ state: 'CANCELLED' })
    expect(await count('transactions', id)).toBe(0)
    expect(await count('import_parts', id)).toBe(0)
  })

  test('that cannot be read fails with a reason and can be cancelled', async () => {
    const id = await upload(Buffer.alloc(3_000_000, 0))
    await post(id, 'read', {})
    await work()
    expect(await status(id)).toMatchObject({ state: 'FAILED', why: 'NO_TABLE' })
    expect((await post(id, 'cancel')).json().data).toMatchObject({ state: 'CANCELLED' })
  })

  test('not imported is deleted after a day', async () => {
    const id = await upload(largeFile(100))
    expect(await count('import_parts', id)).toBe(1)
    const unreadable = await upload(Buffer.alloc(3_000, 0))
    await post(unreadable, 'read', {})
    await work()
    expect(await status(unreadable)).toMatchObject({ state: 'FAILED' })
    expect(await count('import_parts', unreadable)).toBe(1)
    clock.pass(25 * 3_600_000)
    await forgettingUploads.run(ctx())
    expect(await count('import_parts', id)).toBe(0)
    expect(await count('import_parts', unreadable)).toBe(0)
  })
})
