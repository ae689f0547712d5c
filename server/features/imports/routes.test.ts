import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

/** A Monday. */
const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  for (const name of ['Foyer', 'Library', 'Station']) await aMachine(world.ctx, world.company, { name })
  await aMachine(world.ctx, world.rivalCompany, { name: 'Foyer' })
})
afterAll(() => world.close())

const bring = (text: string, more: object = {}, person = world.manager) =>
  person.call('POST', '/imports', { kind: 'ROUTES', content: Buffer.from(text).toString('base64'), ...more })
const lines = (...of: string[]) => of.join('\n')
const roundsOf = async (person = world.manager): Promise<Round[]> =>
  (await person.call('GET', '/rounds?from=2026-05-01&to=2026-05-31')).json().data
const shown = (rounds: readonly Round[]) =>
  rounds.map(({ date, state, user, stops }) => [date, state, user.id, stops.map(({ machine }) => machine.name)])

describe('import of routes', () => {
  test('makes drafts for the next weekdays, in order, and assigns the machines', async () => {
    const text = lines(
      'Fahrer;Wochentag;Automat;Reihenfolge',
      'serviceman;Di;Station;2',
      'serviceman;Dienstag;Foyer;1',
      'SERVICEMAN;Montag;Library;1',
    )
    const preview = (await bring(text)).json().data
    expect(preview).toMatchObject({ mapping: { person: 0, weekday: 1, machine: 2, order: 3 }, problems: [], counts: { new: 3 } })
    expect(await roundsOf()).toEqual([])

    const done = await bring(text, { confirm: true })
    expect(done.json().data).toMatchObject({ done: true })
    const { id } = world.serviceman
    expect(shown(await roundsOf())).toEqual([
      ['2026-05-05', 'DRAFT', id, ['Foyer', 'Station']],
      ['2026-05-11', 'DRAFT', id, ['Library']],
    ])
    expect((await world.serviceman.call('GET', '/machines?size=10')).json().data).toHaveLength(3)
    expect(await roundsOf(world.serviceman)).toEqual([])
    expect(await roundsOf(world.rival)).toEqual([])

    expect((await bring(text)).json().data.problems.map((one: { code: string }) => one.code)).toEqual([
      'ROUND_THERE',
      'ROUND_THERE',
      'ROUND_THERE',
    ])
    await world.manager.call('POST', `/imports/${done.json().data.importId}/undo`)
    expect(await roundsOf()).toEqual([])
  })

  test('reads a column per weekday, with marks or the order of the machines', async () => {
    const marks = lines(
      'Fahrer;Automat;Mo;Di;Mi',
      'serviceman;Foyer;x;;ja',
      'serviceman;Station;-;✓;nein',
      'serviceman;Library;;;',
      'serviceman;Foyer;alle;;',
    )
    expect((await bring(marks)).json().data).toMatchObject({
      mapping: { person: 0, machine: 1, monday: 2, tuesday: 3, wednesday: 4 },
      counts: { new: 3, refused: 2 },
      problems: [
        { row: 4, field: 'weekday', code: 'MISSING' },
        { row: 5, field: 'monday', code: 'UNKNOWN_WORD', value: 'alle' },
      ],
    })
    const orders = lines('Driver,Machine,Mon,Tue', 'serviceman,Foyer,2,', 'serviceman,Station,1,1')
    const done = (await bring(orders, { confirm: true })).json().data
    expect(shown(await roundsOf()).map(([date, , , machines]) => [date, machines])).toEqual([
      ['2026-05-05', ['Station']],
      ['2026-05-11', ['Station', 'Foyer']],
    ])
    await world.manager.call('POST', `/imports/${done.importId}/undo`)
    expect(await roundsOf()).toEqual([])
  })

  test('reads drivers, weekdays and machines from GeoJSON', async () => {
    const feature = (properties: object) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [13.4, 52.5] } })
    const features = [
      feature({ name: 'Foyer', driver: 'serviceman', day: 'Friday' }),
      feature({ name: 'Station', driver: 'serviceman', day: 'Friday' }),
    ]
    const preview = (await bring(JSON.stringify({ type: 'FeatureCollection', features }))).json().data
    expect(preview).toMatchObject({ mapping: { machine: 0, person: 1, weekday: 2 }, problems: [], counts: { new: 2 } })
  })

  test('reads dates, and reports each bad row beside its field', async () => {
    const text = lines(
      'Date,Driver,Location',
      '18/05/2026,serviceman,Foyer',
      '18/05/2026,serviceman,Foyer',
      '18/05/2026,stranger,Foyer',
      '18/05/2026,serviceman,Nowhere',
      '01/05/2026,serviceman,Library',
      ',serviceman,Library',
    )
    expect((await bring(text)).json().data.problems).toEqual([
      { row: 3, field: 'machine', code: 'TWICE', value: 'Foyer' },
      { row: 4, field: 'person', code: 'UNKNOWN_PERSON', value: 'stranger' },
      { row: 5, field: 'machine', code: 'UNKNOWN_MACHINE', value: 'Nowhere' },
      expect.objectContaining({ row: 6, field: 'at', code: 'OUT_OF_RANGE' }),
      { row: 7, field: 'weekday', code: 'MISSING', value: '' },
    ])
    const good = await bring(text, { confirm: true, leaveOut: true })
    expect(good.json().data.done).toBe(true)
    expect(shown(await roundsOf())).toEqual([['2026-05-18', 'DRAFT', world.serviceman.id, ['Foyer']]])
  })

  test.each([
    ['02/06/2026', '03/06/2026', 'DAY_FIRST', true],
    ['06/02/2026', '06/03/2026', 'MONTH_FIRST', true],
    ['26/06/02', '26/06/03', 'YEAR_FIRST', true],
    ['05/08/2026', '05/09/2026', 'MONTH_FIRST', false],
  ])('dates such as %s are to come', async (first, second, order, isSure) => {
    const text = lines('Worker Name,Service Date,Location,Stop #', `serviceman,${first},Foyer,2`, `serviceman,${second},Station,1`)
    const { data } = (await bring(text)).json()
    expect(data).toMatchObject({
      mapping: { person: 0, at: 1, machine: 2, order: 3 },
      problems: [],
      counts: { new: 2 },
      dates: { order, isSure },
    })
  })

  test('takes one person for the whole file, and refuses unknown weekdays', async () => {
    const text = lines('曜日,自販機', '金曜日,Library', 'someday,Station')
    const { data } = (await bring(text, { fixed: { person: 'serviceman' } })).json()
    expect(data.problems).toEqual([{ row: 3, field: 'weekday', code: 'UNKNOWN_WORD', value: 'someday' }])
  })

  test('a person and a machine of another company are unknown', async () => {
    const text = lines('Driver;Weekday;Machine', 'serviceman;Friday;Foyer', 'rival;Friday;Library')
    expect((await bring(text, {}, world.rival)).json().data.problems.map(({ code }: { code: string }) => code)).toEqual([
      'UNKNOWN_PERSON',
      'UNKNOWN_MACHINE',
    ])
  })
})
