import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { itemOfList } from '#contract/fields.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { openapiDocument } from './openapi.ts'
import { entriesOf } from './query-lists.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const ask = async (path: string) => {
  const response = await world.manager.call('GET', path)
  const { data, code } = response.json()
  return { statusCode: response.statusCode, data, code }
}

const PARAMETERS = ENDPOINTS.filter(
  ({ method, params, who }) => method === 'GET' && !params && (who === 'manager' || who === 'anyone'),
).flatMap(({ path, query }) =>
  Object.entries(entriesOf(query)).map(([name, field]) => ({ path, name, item: itemOfList(field) as { options?: string[] } | undefined })),
)
const LISTS = PARAMETERS.flatMap(({ path, name, item }) => (item ? [{ path, name, values: item.options?.slice(0, 2) ?? ['1', '2'] }] : []))
const SINGLE = PARAMETERS.filter(({ item }) => !item)

test.each(LISTS)('$name of $path is repeated or separated by commas', async ({ path, name, values }) => {
  const separated = await ask(`${path}?${name}=${values.join(',')}`)
  expect(separated.statusCode).toBe(200)
  expect(await ask(`${path}?${values.map((value) => `${name}=${value}`).join('&')}`)).toEqual(separated)
  expect((await ask(`${path}?${name}=`)).statusCode).toBe(200)
  expect(await ask(`${path}?${name}=${values[0]}&${name}=no-such-value`)).toMatchObject({ statusCode: 400, code: 'MALFORMED' })
})

test('the API has lists in queries', () => {
  expect(LISTS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['types', 'issueTypes', 'productType', 'machineIds', 'paymentMethods']),
  )
})

test('any other repeated parameter is malformed', async () => {
  const accepted: string[] = []
  for (const { path, name } of SINGLE) {
    const { code } = await ask(`${path}?${name}=1&${name}=1`)
    if (code !== 'MALFORMED') accepted.push(`${path} ${name} ${code}`)
  }
  expect(accepted).toEqual([])
})

test('the OpenAPI document describes lists as arrays with commas', () => {
  const parameters = openapiDocument('1.2.3').paths['/activity']?.get?.parameters ?? []
  expect(parameters.find(({ name }) => name === 'types')).toMatchObject({
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { enum: expect.arrayContaining(['ALERT_UP']) } },
  })
})
