import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const change = (body: unknown) => world.manager.call('PATCH', '/company', body)

describe('company profile', () => {
  test('is readable by all users and editable by managers', async () => {
    const ours = (await world.manager.call('GET', '/company')).json().data
    expect(ours).toMatchObject({ name: 'Ours', legalName: 'Ours', city: null })
    expect((await world.serviceman.call('GET', '/company')).json().data).toEqual(ours)
    expect((await world.rival.call('GET', '/company')).json().data).toMatchObject({ name: 'Rival' })
    expect((await world.serviceman.call('PATCH', '/company', { name: 'Mine' })).statusCode).toBe(403)
  })

  test('update keeps omitted fields and clears empty ones', async () => {
    const answer = await change({ name: '  Ours & Sons ', city: 'Ulm', country: 'DE', taxId: '' })
    expect(answer.json().data).toMatchObject({ name: 'Ours & Sons', legalName: 'Ours', city: 'Ulm', country: 'DE', taxId: null })
    expect((await world.serviceman.call('GET', '/accounts/me')).json().data.companyName).toBe('Ours & Sons')
    expect((await world.rival.call('GET', '/company')).json().data.name).toBe('Rival')
  })

  test('accepts the empty fields of a response', async () => {
    const stored = (await change({ taxId: '', address: null, postalCode: '', city: null, country: 'DE' })).json().data
    expect(stored).toMatchObject({ taxId: null, address: null, postalCode: null, city: null })
    const { plan: _, ...fields } = stored
    const answer = await change(fields)
    expect([answer.statusCode, answer.json().data]).toEqual([200, stored])
  })

  test.each([
    ['name', ' A '],
    ['name', 'a'.repeat(51)],
    ['legalName', ''],
    ['taxId', '1'.repeat(21)],
    ['address', 'a'.repeat(51)],
    ['postalCode', '1'.repeat(13)],
    ['city', 'a'.repeat(31)],
    ['country', 'XX'],
    ['currency', 'XXX'],
    ['locale', 'xx-XX'],
  ])('is rejected if %s is "%s"', async (field, value) => {
    const answer = await change({ [field]: value })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, field])
  })

  test('currency decimals are fixed once prices exist', async () => {
    expect((await change({ currency: 'JPY' })).json().data.currency).toBe('JPY')
    await change({ currency: 'EUR' })
    await aProduct(world.ctx, world.company)
    const refused = await change({ currency: 'JPY' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'CURRENCY_IN_USE'])
    expect((await change({ currency: 'USD' })).json().data.currency).toBe('USD')
  })
})
