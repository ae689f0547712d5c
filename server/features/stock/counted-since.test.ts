import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyRole } from '#domain/team/permissions.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompaniesOn } from '../../../tests/support/two-companies.ts'
import { executeOperations, type Request } from '../../sync/operations.ts'
import { stockOperations } from './stock-operations.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine

beforeAll(async () => {
  const opened = await twoCompaniesOn('embedded', { now: clock.now })
  if ('missing' in opened) throw new Error(opened.missing)
  world = opened
  const product = await aProduct(world.ctx, world.company)
  const slots = ['1', '2'].map((number) => ({ number, product, max: 30, quantity: 4 }))
  machine = await aMachine(world.ctx, world.company, { slots })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
})
afterAll(() => world.close())

const place = (number: string) => machine.slot(number).point
const restock = (at: number, full?: true) => ({
  call: 'restockSlots',
  machineId: machine.id,
  at,
  body: ['1', '2'].map((number) => ({ productInstallationId: place(number), quantity: 2, full })),
})
const count = (at: number, number: string) => ({
  call: 'changeInventory',
  machineId: machine.id,
  at,
  body: { type: 'ADJUST', note: '', stocks: [{ productInstallationId: place(number), quantity: 7 }] },
})

it("restock before another user's count returns counter, time and slot", async () => {
  const before = clock.now()
  clock.pass(MINUTE)
  const counted = clock.now()
  await aPhone(world.manager.call).push(count(counted, '1'))
  clock.pass(MINUTE)
  const warning = {
    code: 'COUNTED_SINCE',
    productInstallationId: place('1'),
    slotNumber: '1',
    by: expect.any(String),
    at: expect.any(String),
  }
  for (const late of [restock(before), restock(before + SECOND, true), count(before + 2 * SECOND, '1')]) {
    const [result] = await aPhone(world.serviceman.call).push(late)
    expect(result?.warnings).toEqual([warning])
    expect(Date.parse(String(result?.warnings?.[0]?.at))).toBe(counted)
  }
})

it('own counts, and counts received before the restock, return no warning', async () => {
  clock.pass(MINUTE)
  const before = clock.now()
  clock.pass(MINUTE)
  const phone = aPhone(world.serviceman.call)
  await phone.push(count(clock.now(), '2'))
  clock.pass(MINUTE)
  const [late, after] = await phone.push(restock(before), restock(clock.now()))
  expect([late?.warnings, after?.warnings]).toEqual([[], []])
})

it('operations of several users in one transaction are compared with the counts of others', async () => {
  clock.pass(MINUTE)
  const before = clock.now()
  clock.pass(MINUTE)
  await aPhone(world.manager.call).push(count(clock.now(), '2'))
  clock.pass(MINUTE)
  const { perform } = stockOperations.find(({ endpoint }) => endpoint.name === 'restockSlots') ?? {}
  const requestOf = ({ id }: { id: number }, companyRole: CompanyRole): Request => ({
    principal: { companyId: world.company, userId: id, sessionId: '', companyRole, roles: [companyRole], currency: 'EUR', enabled: true },
    operationId: randomUUID(),
    occurredAt: before,
    clockOffset: null,
    deviceId: null,
    ...restock(before),
    body: [{ productInstallationId: place('2'), quantity: 2 }],
  })
  const requests = [requestOf(world.manager, 'ROLE_MANAGER'), requestOf(world.serviceman, 'ROLE_EMPLOYEE')]
  const outcomes = perform ? await executeOperations({ ...world.ctx, log: world.app.log }, requests, perform) : []
  const codes = outcomes.map((outcome) => outcome.status === 'applied' && outcome.answer.warnings.map(({ code }) => code))
  expect(codes).toEqual([[], ['COUNTED_SINCE']])
})
