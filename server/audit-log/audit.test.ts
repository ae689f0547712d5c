import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aCompany, signedIn } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { type Db, rowsOf, sqlStateOf } from '../db/client.ts'
import { audit, firstBreak } from './audit-log.store.ts'

const FORBIDDEN_BY_RIGHTS = '42501'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

type AuditContent = {
  action: string
  userId: number
  of: { kind: string; id: number | string }
  before: unknown
  after: unknown
  deviceAt?: string
}

const trailOf = (company: number) =>
  world.ctx.database
    .withTenant(company, (db) =>
      rowsOf<{ content: AuditContent }>(db, sql`select content from audit_entries where company_id = ${company} order by seq`),
    )
    .then((rows) => rows.map(({ content }) => content))

const lastOf = async (company: number) => (await trailOf(company)).at(-1)

const breakIn = (company: number) => world.ctx.database.withTenant(company, (db) => firstBreak(db, company))

describe('audit log', () => {
  it('contains slot edits and undos with old and new values and device time', async () => {
    const { ctx, company, manager } = world
    const product = await aProduct(ctx, company)
    const machine = await aMachine(ctx, company, { slots: [{ number: '7', product, max: 10, price: 150, quantity: 2 }] })
    const { slotId, point } = machine.slot('7')
    const headers = { 'occurred-at': '2026-01-05T06:00:00.000Z' }
    const edited = await manager.call('PATCH', `/machines/${machine.id}/slots`, [{ slotId, vendPrice: 1.8 }], headers)
    expect(edited.statusCode).toBe(200)
    expect(await lastOf(company)).toMatchObject({
      action: 'slots-edited',
      userId: manager.id,
      of: { kind: 'machine', id: machine.id },
      before: [{ slotId, productId: product, vendPrice: 150, maxQuantity: 10 }],
      after: [{ slotId, vendPrice: 180 }],
      deviceAt: '2026-01-05T06:00:00.000Z',
    })

    const restocked = await manager.call('POST', `/machines/${machine.id}/slots/restock`, [{ productInstallationId: point, quantity: 1 }])
    const { operationId } = restocked.json<{ data: { operationId: string } }>().data
    await manager.call('POST', `/machines/${machine.id}/voids`, { operationId })
    expect(await lastOf(company)).toMatchObject({ action: 'operation-undone', of: { kind: 'operation', id: operationId } })
  })

  it('does not contain refused edits', async () => {
    const { company, manager, rival } = world
    const before = (await trailOf(company)).length
    expect((await manager.call('PATCH', '/machines/999999/slots', [{ slotId: 1, vendPrice: 1 }])).statusCode).toBe(404)
    expect((await rival.call('PATCH', '/machines/1/slots', [{ slotId: 1, vendPrice: 1 }])).statusCode).toBe(404)
    expect(await trailOf(company)).toHaveLength(before)
  })

  it('contains sign-ins and sign-outs', async () => {
    const { app, company, manager } = world
    const { authorization } = await signedIn(app, 'manager')
    expect(await lastOf(company)).toMatchObject({ action: 'signed-in', userId: manager.id, of: { kind: 'session' } })
    const session = (await lastOf(company))?.of.id
    await app.inject({
      method: 'POST',
      url: '/api/oauth/revoke',
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${authorization.replace('Bearer ', '')}`,
    })
    expect(await lastOf(company)).toMatchObject({ action: 'signed-out', userId: manager.id, of: { kind: 'session', id: session } })
  })

  it('is append-only for every role', async () => {
    const { ctx, company } = world
    const attempt = (statement: ReturnType<typeof sql>) =>
      Promise.all(
        [
          (work: (db: Db) => Promise<unknown>) => ctx.database.withTenant(company, work),
          (work: (db: Db) => Promise<unknown>) => ctx.database.asSystem(work),
        ].map((as) =>
          as((db) => db.execute(statement)).then(
            () => 'done',
            (error: unknown) => sqlStateOf(error),
          ),
        ),
      )
    const refused = [FORBIDDEN_BY_RIGHTS, FORBIDDEN_BY_RIGHTS]
    expect(await attempt(sql`update audit_entries set content = '{}'`)).toEqual(refused)
    expect(await attempt(sql`delete from audit_entries`)).toEqual(refused)
    expect(await attempt(sql`truncate audit_entries`)).toEqual(refused)
  })

  it('is separate per company', async () => {
    const { rivalCompany, company } = world
    const ours = await trailOf(company)
    expect(ours.length).toBeGreaterThan(3)
    const seen = await world.ctx.database.withTenant(rivalCompany, (db) =>
      rowsOf<{ company: number }>(db, sql`select distinct company_id as company from audit_entries`),
    )
    expect(seen).toEqual([{ company: rivalCompany }])
  })
})

describe('tampered audit log', () => {
  const tampered = async (spoil: (db: Db, company: number) => Promise<unknown>) => {
    const { ctx } = world
    const { id } = await aCompany(ctx)
    await ctx.database.withTenant(id, async (db) => {
      for (const machine of [1, 2, 3, 4])
        await audit(db, id, { userId: 1, at: ctx.now() }, [{ action: 'slots-edited', of: { kind: 'machine', id: machine } }])
    })
    expect(await breakIn(id)).toBeNull()
    await spoil(ctx.database.owner, id)
    return breakIn(id)
  }

  it('is detected if an entry was changed, deleted, truncated or inserted', async () => {
    expect(
      await tampered((db, id) =>
        db.execute(sql`update audit_entries set content = content || '{"userId": 2}' where company_id = ${id} and seq = 2`),
      ),
    ).toBe(2)
    expect(await tampered((db, id) => db.execute(sql`delete from audit_entries where company_id = ${id} and seq = 2`))).toBe(2)
    expect(await tampered((db, id) => db.execute(sql`delete from audit_entries where company_id = ${id} and seq = 4`))).toBe(4)
    expect(
      await tampered((db, id) =>
        db.execute(sql`update audit_entries set action = null, user_id = null, machine_id = null where company_id = ${id} and seq = 3`),
      ),
    ).toBeNull()
    for (const column of ['action', 'user_id', 'machine_id'])
      expect(
        await tampered((db, id) =>
          db.execute(
            sql`update audit_entries set ${sql.identifier(column)} = ${column === 'action' ? null : 9} where company_id = ${id} and seq = 3`,
          ),
        ),
      ).toBe(3)
    expect(
      await tampered((db, id) =>
        db.execute(
          sql`insert into audit_entries (company_id, seq, at, content, hash) select company_id, 5, at, content, hash from audit_entries where company_id = ${id} and seq = 4`,
        ),
      ),
    ).toBe(5)
  })

  it('is not reported after concurrent writes', async () => {
    const { ctx, company } = world
    await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        ctx.database.withTenant(company, (db) =>
          audit(db, company, { userId: 1, at: ctx.now() }, [{ action: 'slots-edited', of: { kind: 'machine', id } }]),
        ),
      ),
    )
    expect(await breakIn(company)).toBeNull()
  })
})
