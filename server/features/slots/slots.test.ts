import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine, unassign } from '../../../tests/support/fleet.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const START = Date.UTC(2026, 4, 4, 9)
let now = START
let world: TwoCompanies
let machine: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: () => now })
  const { ctx, company, serviceman } = world
  const crisps = await aProduct(ctx, company, { name: 'Chipsy z solą' })
  const slots = [{ number: '12', product: crisps, max: 8, price: 150, quantity: 3 }, { number: '2' }]
  machine = await aMachine(ctx, company, { name: 'Foyer "Łódź" / 2', address: 'Main street 1', slots })
  await assign(ctx, company, machine.id, serviceman.id)
})
afterAll(() => world.close())

describe('machine slots', () => {
  test("are sorted with product and price, also for the machine's serviceman", async () => {
    const answer = await world.serviceman.call('GET', `/machines/${machine.id}/slots`)
    expect(answer.json().data).toEqual([
      { slotId: machine.slot('2').slotId, slotNumber: '2', product: null, maxQuantity: null, vendPrice: null, productInstallationId: null },
      expect.objectContaining({
        slotNumber: '12',
        product: expect.objectContaining({ name: 'Chipsy z solą' }),
        maxQuantity: 8,
        vendPrice: 1.5,
        productInstallationId: machine.slot('12').point,
      }),
    ])
  })

  test('are hidden from other users', async () => {
    for (const call of [
      () => world.rival.call('GET', `/machines/${machine.id}/slots`),
      () => world.rival.call('POST', `/machines/${machine.id}/slots/export`),
    ]) {
      const answer = await call()
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('MACHINE_NOT_FOUND')
    }
  })
})

describe('printed slots', () => {
  const addressFor = async (locale = 'en', person = world.serviceman) =>
    (await person.call('POST', `/machines/${machine.id}/slots/export?locale=${locale}`)).json().data.url.replace('/api', '')

  test.each(['en', 'en-GB', 'pl-PL', 'jp', 'no such locale', '../../../etc'])(
    'in %s are a PDF at a URL that needs no sign-in',
    async (locale) => {
      const answer = await world.anonymous('GET', await addressFor(encodeURIComponent(locale)))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toContain('attachment; filename="Foyer Lodz 2.pdf"')
      expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''Foyer%20%22%C5%81%C3%B3d%C5%BA%22%20%2F%202.pdf")
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect(answer.rawPayload.length).toBeGreaterThan(3000)
    },
  )

  test('have the figures of the company, unless the locale has a region', async () => {
    const { ctx, company } = world
    await ctx.database.owner.execute(sql`update companies set locale = 'de-DE' where id = ${company}`)
    const textIn = async (locale: string) =>
      readPdf(new Uint8Array((await world.anonymous('GET', await addressFor(locale))).rawPayload).buffer)
        .pages.map(({ text }) => text)
        .join(' ')
    expect(await textIn('en')).toContain('1,50')
    expect(await textIn('en-GB')).toContain('1.50')
  })

  test('expire after ten minutes', async () => {
    const address = await addressFor()
    now += 10 * MINUTE
    const answer = await world.anonymous('GET', address)
    expect(answer.statusCode).toBe(410)
    expect(answer.json().code).toBe('FILE_EXPIRED')
  })

  test('require an unmodified signed URL', async () => {
    const address = await addressFor()
    for (const wrong of [`${address}x`, address.replace('.', ''), '/files/nothing'])
      expect((await world.anonymous('GET', wrong)).statusCode).toBe(404)
  })

  test('are refused to a serviceman of other machines', async () => {
    const { ctx, company, serviceman } = world
    await unassign(ctx, company, machine.id, serviceman.id)
    expect((await serviceman.call('POST', `/machines/${machine.id}/slots/export`)).statusCode).toBe(404)
    await assign(ctx, company, machine.id, serviceman.id)
  })
})
