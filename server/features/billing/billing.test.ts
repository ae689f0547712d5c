import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SIGNATURE_HEADER } from '#contract/billing.ts'
import { MINUTE, SECOND, toIso } from '#domain/time.ts'
import { setInService } from '../../../tests/support/fleet.ts'
import { aClock, anAddress } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { endTrials } from './end-trials.job.ts'

const SECRET = 'a secret that only the provider and we know'
const clock = aClock()
const sign = (secret: string, body: string, now: number) => {
  const seconds = Math.floor(now / SECOND)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
let world: TwoCompanies
let reference: string

beforeAll(async () => {
  world = await twoCompanies({
    now: clock.now,
    settings: { billing: 'external', checkout: { url: 'https://pay.example/?ref={reference}&n={machines}', secret: SECRET } },
  })
})
afterAll(() => world.close())

const planNow = (planName: string, until: string | null = null) =>
  world.ctx.database.owner.execute(
    sql`update companies set plan_name = ${planName}, cancellation_effective_date = ${until} where id = ${world.company}`,
  )

beforeEach(async () => {
  clock.pass(SECOND)
  await world.ctx.database.owner.execute(sql`delete from subscriptions`)
  await world.ctx.database.owner.execute(sql`delete from invoices`)
  await setInService(world.ctx, world.company, false)
  await planNow('TRIAL', '2026-04-01')
  const { checkoutUrl } = (await world.manager.call('POST', '/subscriptions/checkout', { machines: 7 })).json().data
  expect(checkoutUrl).toMatch(/^https:\/\/pay\.example\/\?ref=\d+\.[0-9a-f-]{36}&n=7$/)
  reference = referenceIn(checkoutUrl)
})

const referenceIn = (checkoutUrl: string) => new URL(checkoutUrl).searchParams.get('ref') ?? ''
/** The reference of another checkout. */
const subscribeAgain = async () =>
  referenceIn((await world.manager.call('POST', '/subscriptions/checkout', { machines: 9 })).json().data.checkoutUrl)

type ProviderEvent = { id?: string; at?: string; status?: string; machines?: number; invoice?: object }
const subscriptionEvent = ({
  id = randomUUID(),
  at = toIso(clock.now()),
  status = 'ACTIVE',
  machines = 7,
  invoice,
}: ProviderEvent = {}) => ({
  id,
  at,
  reference,
  subscription: { status, machines, updateUrl: 'https://pay.example/update', cancelUrl: 'https://pay.example/cancel' },
  ...(invoice ? { invoice } : {}),
})
const sendEvent = (event: object, signature?: string) => {
  const payload = JSON.stringify(event)
  return world.app.inject({
    method: 'POST',
    url: '/api/public/billing/webhook',
    remoteAddress: anAddress(),
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature ?? sign(SECRET, payload, clock.now()) },
    payload,
  })
}
const info = async () => (await world.manager.call('GET', '/subscriptions/info')).json().data
const plan = async () => (await world.manager.call('GET', '/subscriptions')).json().data

describe('provider event', () => {
  test("sets the company's plan with links and invoice", async () => {
    const invoice = { id: 'in_1', date: '2026-03-02', plan: 'STARTER', amount: 33, currency: 'USD', receiptUrl: 'https://pay.example/r/1' }
    expect((await sendEvent(subscriptionEvent({ invoice }))).json().data).toEqual({ taken: true })
    expect(await info()).toEqual({
      planName: 'STARTER',
      status: 'ACTIVE',
      updateUrl: 'https://pay.example/update',
      cancelUrl: 'https://pay.example/cancel',
      endsOn: null,
    })
    expect(await plan()).toMatchObject({ planId: 'STARTER', machineLimit: 7 })
    expect((await world.manager.call('GET', '/invoices')).json().data).toEqual([invoice])
    expect((await world.manager.call('GET', '/subscriptions/billing-info')).json().data).toEqual({
      updateUrl: 'https://pay.example/update',
    })
    expect((await world.rival.call('GET', '/invoices')).json().data).toEqual([])
    expect((await world.serviceman.call('GET', '/invoices')).statusCode).toBe(403)
  })

  test('counts once however often it is sent', async () => {
    const event = subscriptionEvent({ invoice: { id: 'in_2', date: '2026-03-02', plan: 'STARTER', amount: 25, currency: 'USD' } })
    const answers = await Promise.all([sendEvent(event), sendEvent(event)])
    expect(answers.map((answer) => answer.json().data.taken).toSorted()).toEqual([false, true])
    expect((await sendEvent(event)).json().data.taken).toBe(false)
    expect((await world.manager.call('GET', '/invoices')).json().data).toHaveLength(1)
  })

  test('applies by its own time in any order', async () => {
    const [first, second] = [toIso(clock.now() - 2), toIso(clock.now() - 1)]
    await sendEvent(subscriptionEvent({ status: 'DELETED', at: second }))
    expect((await sendEvent(subscriptionEvent({ status: 'ACTIVE', at: first }))).json().data.taken).toBe(true)
    expect(await info()).toMatchObject({ status: 'DELETED' })
    await sendEvent(subscriptionEvent({ status: 'ACTIVE' }))
    expect(await info()).toMatchObject({ planName: 'STARTER', status: 'ACTIVE' })
    clock.pass(SECOND)
    await sendEvent(subscriptionEvent({ status: 'EXPIRED' }))
    expect(await info()).toMatchObject({ planName: 'MUST_SELECT', status: 'EXPIRED' })
  })

  const paid = { id: 'in_3', date: '2026-03-02', plan: 'STARTER', amount: 33, currency: 'USD' }
  const endPlansAt = (iso: string) => endTrials({ ...world.ctx, log: world.app.log, now: () => Date.parse(iso) })

  test.each(['DELETED', 'EXPIRED'])('%s keeps the plan until the paid month is over', async (status) => {
    await sendEvent(subscriptionEvent({ invoice: paid }))
    clock.pass(SECOND)
    await sendEvent(subscriptionEvent({ status }))
    expect(await info()).toMatchObject({ planName: 'STARTER', status, endsOn: '2026-04-02' })
    expect((await world.manager.call('GET', '/machines')).statusCode).toBe(200)
    // Midnight in Berlin.
    await endPlansAt('2026-04-01T21:59:59Z')
    expect(await info()).toMatchObject({ planName: 'STARTER' })
    await endPlansAt('2026-04-01T22:00:00Z')
    expect(await info()).toMatchObject({ planName: 'MUST_SELECT', endsOn: null })
  })

  test('new payment cancels the pending end', async () => {
    await sendEvent(subscriptionEvent({ invoice: paid }))
    clock.pass(SECOND)
    await sendEvent(subscriptionEvent({ status: 'EXPIRED' }))
    clock.pass(SECOND)
    await sendEvent(subscriptionEvent({ status: 'ACTIVE' }))
    expect(await info()).toMatchObject({ planName: 'STARTER', status: 'ACTIVE', endsOn: null })
    await endPlansAt('2027-01-01T00:00:00Z')
    expect(await info()).toMatchObject({ planName: 'STARTER' })
  })

  test('invoice that arrives after the end still counts', async () => {
    await sendEvent(subscriptionEvent())
    clock.pass(SECOND)
    await sendEvent(subscriptionEvent({ status: 'DELETED' }))
    expect(await info()).toMatchObject({ planName: 'MUST_SELECT' })
    const { subscription: _, ...late } = subscriptionEvent({ invoice: paid })
    await sendEvent(late)
    expect(await info()).toMatchObject({ planName: 'STARTER', status: 'DELETED', endsOn: '2026-04-02' })
  })

  test('invoice alone does not change a manually agreed plan', async () => {
    await sendEvent(subscriptionEvent())
    await planNow('CUSTOM')
    const { subscription: _, ...invoiceOnly } = subscriptionEvent({ invoice: paid })
    await sendEvent(invoiceOnly)
    expect(await info()).toMatchObject({ planName: 'CUSTOM', endsOn: null })
  })

  test('does not change a manually agreed plan', async () => {
    await planNow('CUSTOM')
    await sendEvent(subscriptionEvent({ status: 'DELETED' }))
    expect(await info()).toMatchObject({ planName: 'CUSTOM' })
  })

  test.each([
    ['without a signature', () => ''],
    ['signed with another secret', (body: string) => sign('another secret', body, clock.now())],
    ['signed for another body', () => sign(SECRET, '{}', clock.now())],
    ['signed long ago', (body: string) => sign(SECRET, body, clock.now() - 6 * MINUTE)],
    ['signed in the future', (body: string) => sign(SECRET, body, clock.now() + 6 * MINUTE)],
  ])('is rejected %s', async (_how, signature) => {
    const event = subscriptionEvent()
    const answer = await sendEvent(event, signature(JSON.stringify(event)))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'SIGNATURE_WRONG'])
    expect(await info()).toMatchObject({ planName: 'TRIAL', status: null })
  })

  test('of an earlier checkout does not end the subscription of a later one', async () => {
    const at = (seconds: number) => toIso(clock.now() + seconds * SECOND)
    const [first, second] = [subscriptionEvent(), await subscribeAgain()]
    await sendEvent(first)
    await sendEvent({ ...first, id: randomUUID(), at: at(2), reference: second, subscription: { status: 'ACTIVE', machines: 9 } })
    await sendEvent({ ...first, id: randomUUID(), at: at(3), subscription: { status: 'DELETED', machines: 7 } })
    expect(await info()).toMatchObject({ planName: 'STARTER', status: 'ACTIVE' })
    expect(await plan()).toMatchObject({ machineLimit: 9 })
    await sendEvent({ ...first, id: randomUUID(), at: at(4), reference: second, subscription: { status: 'DELETED', machines: 9 } })
    expect(await info()).toMatchObject({ planName: 'MUST_SELECT', status: 'DELETED' })
  })

  test('must refer to a checkout of the same company', async () => {
    const own = reference
    reference = own.replace(/^\d+/, String(world.rivalCompany))
    expect((await sendEvent(subscriptionEvent())).statusCode).toBe(404)
    reference = `${world.company}.${randomUUID()}`
    expect((await sendEvent(subscriptionEvent())).statusCode).toBe(404)
    expect((await world.rival.call('GET', '/subscriptions')).json().data.status).toBeNull()
  })

  test('is refused with a reference or a day that does not exist', async () => {
    const invoice = { id: randomUUID(), date: '2026-02-30', plan: 'STARTER', amount: 25, currency: 'USD' }
    const wrong = [
      { ...subscriptionEvent(), reference: `${world.company}.${'-'.repeat(36)}` },
      subscriptionEvent({ at: '2026-02-30T10:00:00Z' }),
      subscriptionEvent({ invoice }),
    ]
    for (const event of wrong) expect((await sendEvent(event)).json().code).toBe('INVALID')
  })

  test('accepts only safe URLs', async () => {
    const event = subscriptionEvent()
    const wrong = { ...event, subscription: { ...event.subscription, updateUrl: 'javascript:alert(1)' } }
    expect((await sendEvent(wrong)).statusCode).toBe(422)
  })
})

describe('plan', () => {
  test('change is rejected without a subscription, for the same plan, and for servicemen', async () => {
    const none = await world.manager.call('PUT', '/subscriptions', { planId: 'STARTER' })
    expect([none.statusCode, none.json().code]).toEqual([409, 'NO_SUBSCRIPTION'])
    await sendEvent(subscriptionEvent())
    const same = await world.manager.call('PUT', '/subscriptions', { planId: 'STARTER' })
    expect([same.statusCode, same.json().code]).toEqual([409, 'PLAN_UNCHANGED'])
    expect((await world.serviceman.call('PUT', '/subscriptions', { planId: 'STARTER' })).statusCode).toBe(403)
  })

  test('limits the number of machines, except on trials and agreed plans', async () => {
    const add = (name: string) => world.manager.call('POST', '/machines', { name: `Machine ${name}`, type: 'SNACK' })
    await sendEvent(subscriptionEvent({ machines: 5 }))
    const four = await Promise.all(['1', '2', '3', '4'].map(add))
    expect(four.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    const two = await Promise.all([add('5'), add('6')])
    expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect((await add('7')).json().code).toBe('PLAN_LIMIT')
    const content = Buffer.from('Name;Type\nOne more;Snack').toString('base64')
    const imported = await world.manager.call('POST', '/imports', { kind: 'MACHINES', content, confirm: true })
    expect([imported.statusCode, imported.json().code]).toEqual([409, 'PLAN_LIMIT'])
    expect(await plan()).toMatchObject({ machines: 5, machineLimit: 5 })
    clock.pass(SECOND)
    await sendEvent(subscriptionEvent({ machines: 6 }))
    expect((await add('6')).statusCode).toBe(201)
    for (const unlimited of ['TRIAL', 'CUSTOM']) {
      await planNow(unlimited)
      expect((await add(unlimited)).statusCode).toBe(201)
    }
  })

  test("must be chosen when the trial ends, by the company's time zone", async () => {
    const ctx = { ...world.ctx, log: world.app.log }
    const at = (iso: string) => ({ ...ctx, now: () => Date.parse(iso) })
    // Midnight in Berlin.
    await endTrials(at('2026-03-31T21:59:59Z'))
    expect(await info()).toMatchObject({ planName: 'TRIAL' })
    await endTrials(at('2026-03-31T22:00:00Z'))
    expect(await info()).toMatchObject({ planName: 'MUST_SELECT' })
  })
})

test('sandbox is disabled where payments are real', async () => {
  expect((await world.manager.call('POST', '/billing/sandbox', { reference, outcome: 'PAID' })).statusCode).toBe(404)
})

describe('sandbox', () => {
  let sandbox: TwoCompanies
  beforeAll(async () => {
    sandbox = await twoCompanies({ now: clock.now, settings: { billing: 'sandbox' } })
  })
  afterAll(() => sandbox.close())
  const begin = async () => {
    clock.pass(SECOND)
    const { checkoutUrl } = (await sandbox.manager.call('POST', '/subscriptions/checkout', {})).json().data
    return new URLSearchParams(checkoutUrl.split('?')[1]).get('reference') ?? ''
  }
  const act = (of: string, outcome: string, who = sandbox.manager) => who.call('POST', '/billing/sandbox', { reference: of, outcome })
  const subscription = async () => (await sandbox.manager.call('GET', '/subscriptions/info')).json().data

  test('pays, declines, fails and cancels like a provider', async () => {
    const of = await begin()
    await act(of, 'DECLINED')
    expect(await subscription()).toMatchObject({ status: null })
    await act(of, 'PAID')
    expect(await subscription()).toMatchObject({
      planName: 'STARTER',
      status: 'ACTIVE',
      cancelUrl: expect.stringContaining('/sandbox-payment?'),
    })
    expect((await sandbox.manager.call('GET', '/invoices')).json().data).toMatchObject([{ amount: 25, currency: 'USD' }])
    clock.pass(SECOND)
    await act(of, 'CANCELLED')
    expect(await subscription()).toMatchObject({ planName: 'STARTER', status: 'DELETED', cancelUrl: null, endsOn: '2026-04-02' })
    clock.pass(SECOND)
    const again = await sandbox.manager.call('PUT', '/subscriptions', { planId: 'STARTER' })
    expect([again.statusCode, again.json().data.status]).toEqual([200, 'ACTIVE'])
    // The month was already paid.
    expect((await sandbox.manager.call('GET', '/invoices')).json().data).toHaveLength(1)
  })

  test('resumes with the machines that were paid, not those of an abandoned checkout', async () => {
    const paid = await begin()
    await act(paid, 'PAID')
    await act(await begin(), 'DECLINED')
    expect(await subscription()).toMatchObject({ status: 'ACTIVE' })
    clock.pass(SECOND)
    await act(paid, 'CANCELLED')
    clock.pass(SECOND)
    await sandbox.manager.call('POST', '/subscriptions/checkout', { machines: 50 })
    const { machineLimit } = (await sandbox.manager.call('PUT', '/subscriptions', { planId: 'STARTER' })).json().data
    expect(machineLimit).toBe(5)
  })

  test('accepts only checkouts of the same company', async () => {
    const of = await begin()
    expect((await act(of, 'PAID', sandbox.rival)).statusCode).toBe(404)
    expect((await act(of, 'PAID', sandbox.serviceman)).statusCode).toBe(403)
  })
})
