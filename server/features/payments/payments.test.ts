import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MASK } from '#contract/payments.ts'
import { aDevice, aMachine } from '../../../tests/support/fleet.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { createApp } from '../../app.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { rowsOf } from '../../db/client.ts'

const BLIK = {
  apiKey: 'key-SECRET-1',
  apiPassword: 'word-SECRET-2',
  merchantSecurityCode: 'code-SECRET-3',
  merchantId: '4711',
  email: 'pay@kawa.example',
}
const SHOWN = { ...BLIK, apiKey: MASK, apiPassword: MASK, merchantSecurityCode: MASK, name: 'Ours' }

let world: TwoCompanies
const lines: string[] = []
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const set = (body: object) => world.manager.call('PUT', '/blik/credentials', body)
const sealedRows = () =>
  rowsOf<{ company: number; sealed: string }>(
    world.ctx.database.owner,
    sql`select company_id as company, sealed from payment_credentials order by sealed`,
  )

describe('payment account', () => {
  it('is empty until set, and then returned without secrets', async () => {
    expect((await world.manager.call('GET', '/blik/credentials')).json().data).toEqual({
      apiKey: '',
      apiPassword: '',
      merchantSecurityCode: '',
      merchantId: '',
      email: '',
      name: 'Ours',
    })
    expect((await set({ ...BLIK, name: 'Mine now' })).json().data).toEqual(SHOWN)
    expect((await world.manager.call('GET', '/blik/credentials')).json().data).toEqual(SHOWN)
  })

  it('keeps secrets sent back masked and stores new ones', async () => {
    await set(BLIK)
    const before = await sealedRows()
    expect((await set({ ...SHOWN, merchantId: '4712' })).json().data).toEqual({ ...SHOWN, merchantId: '4712' })
    expect(await sealedRows()).not.toEqual(before)
    expect(await opened()).toEqual({ ...BLIK, merchantId: '4712' })
    await set({ ...SHOWN, apiKey: 'another' })
    expect(await opened()).toEqual({ ...BLIK, apiKey: 'another' })
  })

  it('rejects an initial mask and fields of invalid length', async () => {
    expect((await world.rival.call('PUT', '/blik/credentials', SHOWN)).json()).toMatchObject({ status: 422, code: 'INVALID' })
    expect((await set({ ...BLIK, apiKey: 'x' })).statusCode).toBe(422)
    expect((await set({ ...BLIK, merchantId: ' ' })).statusCode).toBe(422)
    expect((await set({ ...BLIK, email: 'a@b' })).statusCode).toBe(422)
    expect((await world.manager.call('PUT', '/pep/credentials', { username: 'x', password: 'long enough' })).statusCode).toBe(422)
  })

  it('is limited to managers of the same company', async () => {
    await set(BLIK)
    expect((await world.rival.call('GET', '/blik/credentials')).json().data).toMatchObject({ merchantId: '', apiKey: '' })
    for (const path of ['/blik/credentials', '/pep/credentials', '/pep/devices'])
      expect((await world.serviceman.call('GET', path)).statusCode).toBe(403)
  })

  it('cannot be decrypted in another row', async () => {
    await set(BLIK)
    const { owner } = world.ctx.database
    await owner.execute(sql`insert into payment_credentials (company_id, provider, sealed, changed_at, changed_by)
      select ${world.rivalCompany}, provider, sealed, changed_at, changed_by from payment_credentials where company_id = ${world.company} and provider = 'BLIK'`)
    expect((await world.rival.call('GET', '/blik/credentials')).json().data).toMatchObject({ merchantId: '', email: '' })
  })

  it('lists only terminals in machines', async () => {
    const answer = await world.manager.call('PUT', '/pep/credentials', { username: 'kawa', password: 'SECRET-4' })
    expect(answer.json().data).toEqual({ username: 'kawa', password: MASK })
    const machine = await aMachine(world.ctx, world.company)
    await aDevice(world.ctx, world.company, { machine: machine.id })
    for (const imei of ['TERM-0001', 'TERM-0002'])
      expect((await world.manager.call('POST', '/devices', { vendor: 'PEP', imei })).statusCode).toBe(201)
    await world.ctx.database.owner.execute(sql`update devices set machine_id = ${machine.id} where imei = 'TERM-0002'`)
    expect((await world.manager.call('GET', '/pep/devices')).json().data).toEqual(['TERM-0002'])
  })
})

describe('secrets', () => {
  it('are in no table, audit log, stored response, log or backup', async () => {
    const ctx = { ...world.ctx, settings: { ...world.ctx.settings, logLevel: 'debug' } }
    const app = await createApp(ctx, { logTo: { write: (line) => void lines.push(line) } })
    const manager = callerWith(app, world.manager.signIn)
    const key = { 'idempotency-key': '6ba7b811-9dad-41d1-80b4-00c04fd430c8' }
    expect((await manager('PUT', '/blik/credentials', BLIK, key)).body).not.toContain('SECRET')
    expect((await manager('PUT', '/blik/credentials', BLIK, key)).body).not.toContain('SECRET')
    await manager('PUT', '/blik/credentials', { ...BLIK, merchantId: { apiKey: 'SECRET' } })
    await manager('PUT', '/pep/credentials', { username: 'kawa', password: 'SECRET-4' })
    await app.close()
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.join('')).not.toContain('SECRET')

    const tables = await rowsOf<{ name: string }>(
      ctx.database.owner,
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const rows = await rowsOf<{ row: string }>(ctx.database.owner, sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`)
      expect(
        rows.filter(({ row }) => row.includes('SECRET')),
        name,
      ).toEqual([])
    }
    const trail = await rowsOf<{ content: object }>(
      ctx.database.owner,
      sql`select content from audit_entries where content ->> 'action' = 'payment-credentials-set' order by seq desc limit 1`,
    )
    expect(trail[0]?.content).toMatchObject({ after: { provider: 'PEP' } })

    const folder = mkdtempSync(join(tmpdir(), 'backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'backup')
    await writeBackup(ctx.database, file, { version: 'test', now: Date.now() })
    const { gunzipSync } = await import('node:zlib')
    const bytes = readFileSync(file)
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
    expect(plain.includes('payment_credentials')).toBe(true)
    expect(plain.includes('SECRET')).toBe(false)
  })
})

async function opened(): Promise<unknown> {
  const { unseal } = await import('../../secrets.ts')
  const [row] = await rowsOf<{ sealed: string }>(
    world.ctx.database.owner,
    sql`select sealed from payment_credentials where company_id = ${world.company} and provider = 'BLIK'`,
  )
  const plain = unseal(world.ctx.keyFor('payment credentials'), row?.sealed ?? '', `${world.company} payment_credentials BLIK`)
  return JSON.parse(plain ?? 'null')
}
