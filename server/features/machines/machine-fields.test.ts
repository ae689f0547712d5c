import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMachine, MachineChange } from '#contract/machines.ts'
import { MACHINE_SEARCH_FIELDS } from '#domain/search.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

/** A value of each field of a machine, other than its default. */
const VALUES: Record<string, unknown> = {
  name: 'Platform 4',
  type: 'SNACK',
  vendor: 'Brunnmatt',
  model: 'Vario 3',
  machineVendor: 'Brunnmatt',
  machineModel: 'Vario 3',
  address: 'Main Street 1',
  lat: 52.5,
  lng: 13.4,
  openingHours: 'Mo-Fr 08:00-17:00; Sa 09:00-12:00',
  note: 'Ring twice',
  blikEnabled: true,
}
/** The specification's names in requests, and the names in responses. */
const READ_AS: Record<string, string> = { machineVendor: 'vendor', machineModel: 'model' }
/** Fields that phones do not store. */
const NOT_ON_PHONES = ['blikEnabled']

const given = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, VALUES[field]]))
const expected = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [READ_AS[field] ?? field, VALUES[field]]))
const changeable = Object.keys(MachineChange.entries)
/** Where its slots come from, which is no field of the machine. */
const PLANOGRAM = ['copySlotsOf', 'templateId']
const creatable = Object.keys(addMachine.body.entries).filter((field) => !PLANOGRAM.includes(field))

/** A machine as each call returns it. */
async function readings(id: number, token: string): Promise<Record<string, unknown>[]> {
  const { call } = world.manager
  const dataOf = async (path: string) => (await call('GET', path)).json().data
  return [
    await dataOf(`/machines/${id}`),
    (await dataOf('/machines?size=100')).find((machine: { id: number }) => machine.id === id),
    await dataOf(`/machines/by-token/${token}`),
    (await dataOf('/sync')).changes.machines.find((machine: { id: number }) => machine.id === id),
  ]
}

test('the test has a value of every field of a machine', () => {
  expect([...new Set([...changeable, ...creatable])].filter((field) => VALUES[field] === undefined)).toEqual([])
})

test('every field that is set on creation can be read by every call', async () => {
  const { data } = (await world.manager.call('POST', '/machines', given(creatable))).json()
  for (const reading of await readings(data.id, data.token)) expect(reading).toMatchObject(expected(creatable))
})

test('every field that is changed can be read by every call, and cleared', async () => {
  const { data } = (await world.manager.call('POST', '/machines', { name: 'Depot', type: 'SNACK' })).json()
  const fields = changeable.filter((field) => !(field in READ_AS))
  expect((await world.manager.call('PATCH', `/machines/${data.id}`, given(fields))).statusCode).toBe(200)
  const [full, listed, ...onPhones] = await readings(data.id, data.token)
  for (const reading of [full, listed]) expect(reading).toMatchObject(expected(fields))
  for (const reading of onPhones) expect(reading).toMatchObject(expected(fields.filter((field) => !NOT_ON_PHONES.includes(field))))

  const texts = fields.filter((field) => typeof VALUES[field] === 'string' && !['name', 'type'].includes(field))
  // Of two notes of the same moment, either may win.
  clock.pass(1)
  const cleared = Object.fromEntries(texts.map((field) => [field, '']))
  expect((await world.manager.call('PATCH', `/machines/${data.id}`, cleared)).json()).toMatchObject({ data: { name: VALUES.name } })
  for (const reading of await readings(data.id, data.token))
    expect(reading).toMatchObject(Object.fromEntries(texts.map((field) => [field, null])))
})

test('the server finds a machine by each field that is searched', async () => {
  const { data } = (await world.manager.call('POST', '/machines', { name: 'Cellar', type: 'SNACK' })).json()
  for (const field of MACHINE_SEARCH_FIELDS) {
    await world.manager.call('PATCH', `/machines/${data.id}`, { [field]: `Żółw ${field}` })
    const found = (await world.manager.call('GET', `/machines?query=${encodeURIComponent(`zolw ${field}`)}`)).json().data
    expect(found.map(({ id }: { id: number }) => id)).toEqual([data.id])
  }
})
