import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct, assign, type StandingMachine, setInService, unassign } from '../../../tests/support/fleet.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
let foyer: StandingMachine
let station: StandingMachine

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  const crisps = await aProduct(ctx, company, { name: 'Salted crisps' })
  foyer = await aMachine(ctx, company, {
    name: 'Clinic foyer',
    address: 'Main street 1',
    slots: [
      { number: '11', product: crisps, max: 10, quantity: 4 },
      { number: '12', product: crisps, max: 8, quantity: 8 },
    ],
  })
  station = await aMachine(ctx, company, { name: 'Station 100% hall' })
  await assign(ctx, company, foyer.id, world.serviceman.id)
})
afterAll(() => world.close())

const namesFor = async (query: string, person = world.manager) => {
  const answer = await person.call('GET', `/machines${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().data.map(({ name }: { name: string }) => name)
}

describe('machine list', () => {
  test('shows managers every machine of the company, by name', async () => {
    expect(await namesFor('')).toEqual(['Clinic foyer', 'Station 100% hall'])
    expect(await namesFor('?sort=name,desc')).toEqual(['Station 100% hall', 'Clinic foyer'])
  })

  test('includes the stock of each', async () => {
    const { data } = (await world.manager.call('GET', '/machines?type=summary')).json()
    expect(data[0]).toMatchObject({ id: foyer.id, currentQuantity: 12, maxQuantity: 18 })
    expect(data[1]).toMatchObject({ id: station.id, currentQuantity: 0, maxQuantity: 0 })
  })

  test('fill level is capped, ignores missing maximums and grams', async () => {
    const { ctx, rivalCompany } = world
    const bar = await aProduct(ctx, rivalCompany, { name: 'Bar' })
    const [beans, milk] = [
      await aProduct(ctx, rivalCompany, { packaging: 'INGREDIENT', volume: 1000 }),
      await aProduct(ctx, rivalCompany, { packaging: 'INGREDIENT', volume: 500 }),
    ]
    const slot = (number: string, max: number | null, quantity: number) => ({
      number,
      product: bar,
      quantity,
      ...(max === null ? {} : { max }),
    })
    await aMachine(ctx, rivalCompany, {
      name: 'A snack',
      slots: [slot('1', 4, 7), slot('2', 8, 14), slot('3', 6, 0), slot('4', 5, 0), slot('5', null, 0)],
    })
    await aMachine(ctx, rivalCompany, {
      name: 'B coffee',
      canisters: [
        { product: beans, quantity: 2000, max: 4000 },
        { product: milk, quantity: 0, max: 500 },
      ],
    })
    const { data } = (await world.rival.call('GET', '/machines')).json()
    expect(data[0]).toMatchObject({ currentQuantity: 21, maxQuantity: 23, filledQuantity: 12, fillShare: 12 / 23, emptyPlaces: 2 })
    expect(data[1]).toMatchObject({ filledQuantity: 2000, fillShare: 0.25, emptyPlaces: 1 })
    await setInService(ctx, rivalCompany, false)
  })

  test('is paginated, with page numbers from 0', async () => {
    const { data, pageDetails } = (await world.manager.call('GET', '/machines?size=1&page=1')).json()
    expect(data).toHaveLength(1)
    expect(pageDetails).toEqual({ page: 1, size: 1, totalPages: 2, totalElements: 2, hasNext: false })
    const beyond = (await world.manager.call('GET', '/machines?size=1&page=2')).json()
    expect(beyond.data).toEqual([])
    expect(beyond.pageDetails).toMatchObject({ page: 2, totalElements: 2 })
  })

  test('search treats special characters literally', async () => {
    expect(await namesFor('?query=main%20STREET')).toEqual(['Clinic foyer'])
    expect(await namesFor('?query=100%25')).toEqual(['Station 100% hall'])
    expect(await namesFor('?query=%25_%5C')).toEqual([])
  })

  test("search ignores case and accents, in the phone's fields", async () => {
    const { ctx, company } = world
    const street = await aMachine(ctx, company, {
      name: 'Łódź Ærø ｶﾌｪ İzmir Ärztehaus',
      address: 'Hauptstraße Østergade Ναύπλιο Горький ΟΔΌΣ مَكْتَبَة مستشفى שָׁלוֹם 東京駅前',
    })
    for (const query of [
      'lodz',
      'łódź',
      'ŁÓDŹ',
      'aero',
      'カフェ',
      'かふぇ',
      'izmir',
      'HAUPTSTRASSE',
      'ostergade lodz',
      'ναυπλιο',
      'горький',
      'οδος',
      'مكتبه',
      'مستشفي',
      'שלום',
      'aerztehaus',
      'ärzte',
      '駅',
    ])
      expect(await namesFor(`?query=${encodeURIComponent(query)}`), query).toEqual(['Łódź Ærø ｶﾌｪ İzmir Ärztehaus'])
    expect(await namesFor('?query=warszawa')).toEqual([])
    expect((await world.manager.call('DELETE', `/machines/${street.id}`)).statusCode).toBeLessThan(300)
  })

  test('shows servicemen only assigned machines, and other companies none', async () => {
    expect(await namesFor('', world.serviceman)).toEqual(['Clinic foyer'])
    expect(await namesFor('', world.rival)).toEqual([])
  })

  test('rejects an invalid page size by name', async () => {
    const answer = await world.manager.call('GET', '/machines?size=1001')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'MALFORMED', errors: [{ path: 'size' }] })
  })
})

describe('single machine', () => {
  test('is found by its id and by its sticker token', async () => {
    for (const path of [`/machines/${foyer.id}`, `/machines/by-token/${foyer.token}`]) {
      expect((await world.serviceman.call('GET', path)).json().data).toMatchObject({
        id: foyer.id,
        name: 'Clinic foyer',
        currentQuantity: 12,
      })
    }
  })

  test('of another company responds exactly like a missing one', async () => {
    const foreign = await world.rival.call('GET', `/machines/${foyer.id}`)
    const nothing = await world.rival.call('GET', '/machines/999999')
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(nothing.body)
    expect((await world.rival.call('GET', `/machines/by-token/${foyer.token}`)).statusCode).toBe(404)
  })

  test('is hidden from a serviceman once unassigned', async () => {
    const { ctx, company, serviceman } = world
    await assign(ctx, company, station.id, serviceman.id)
    expect((await serviceman.call('GET', `/machines/${station.id}`)).statusCode).toBe(200)
    await unassign(ctx, company, station.id, serviceman.id)
    expect((await serviceman.call('GET', `/machines/${station.id}`)).statusCode).toBe(404)
  })
})

describe('machine sticker', () => {
  test('needs only the token and shows server address and machine name', async () => {
    const answer = await world.anonymous('GET', `/public/machines/${foyer.token}/qr-sticker?locale=en-GB`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(answer.body).toContain('Clinic foyer')
    expect(answer.body.replaceAll(/<[^>]+>|\s/g, '')).toContain(`/m/${foyer.token}`)
  })

  test('falls back to English for unknown languages', async () => {
    const sticker = async (locale: string) =>
      (await world.anonymous('GET', `/public/machines/${foyer.token}/qr-sticker?locale=${locale}`)).body
    expect(await sticker('xx')).toBe(await sticker('en'))
  })

  test('without a machine returns not found', async () => {
    expect((await world.anonymous('GET', '/public/machines/unknown-token/qr-sticker')).statusCode).toBe(404)
  })

  test('has a printable page in every language with a QR code of its URL', async () => {
    for (const [locale, words] of [
      ['en', 'A problem?'],
      ['pl', 'Problem?'],
      ['ja', 'お困りですか'],
    ] as const) {
      const answer = await world.anonymous('GET', `/public/machines/${foyer.token}/qr-sticker?locale=${locale}&format=pdf`)
      expect(answer.headers['content-type']).toBe('application/pdf')
      const { pages } = readPdf(new Uint8Array(answer.rawPayload).buffer)
      expect(pages.map(({ text }) => text.replaceAll(' ', '')).join('')).toContain(words.replaceAll(' ', ''))
    }
  })
})
