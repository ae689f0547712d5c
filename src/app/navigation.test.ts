import { expect, test } from 'vitest'
import english from '#app/locales/en/shell.json' with { type: 'json' }
import { furtherPagesOf } from './further-pages.ts'
import { deskGroupsOf, deskPageOf, placeOf, placesOf } from './navigation.ts'
import { SYNONYMS } from './synonyms.ts'

const MANAGER = { companyRole: 'ROLE_MANAGER', companyIntegrations: ['VENDING_TELEMETRY'] } as const
const groups = deskGroupsOf({ ...MANAGER, companyIntegrations: [...MANAGER.companyIntegrations] })
const groupOf = (path: string) => deskPageOf(groups, path)?.group.name

test('a page and the pages below it belong to a group', () => {
  expect(groupOf('/dashboard')).toBe('today')
  expect(groupOf('/dashboard/machines/12')).toBe('fleet')
  expect(groupOf('/dashboard/more/refill-history')).toBe('activity')
  expect(groupOf('/dashboard/more')).toBe('settings')
  expect(groupOf('/dashboard/settings/employees')).toBe('settings')
  expect(groupOf('/dashboard/more/day-sheet')).toBe('activity')
  expect(groupOf('/dashboard/settings/create-machine')).toBe('fleet')
  expect(groupOf('/dashboard/import')).toBe('settings')
  expect(groupOf('/outbox')).toBeUndefined()
})

test('the bar of a phone marks the place of each page of a manager', () => {
  const places = placesOf({ ...MANAGER, companyIntegrations: [] })
  const at = (path: string) => placeOf(places, groups, path)
  expect(at('/dashboard/machines/12')).toBe('machines')
  expect(at('/dashboard/settings/create-machine')).toBe('machines')
  expect(at('/dashboard/more/events')).toBe('other')
  expect(at('/dashboard/rounds')).toBe('other')
  expect(at('/dashboard/settings/employees')).toBe('other')
  expect(at('/outbox')).toBeUndefined()
})

test('each shortcut opens one page, and a company without telemetry keeps its groups', () => {
  const keys = groups.flatMap(({ pages }) => pages.flatMap(({ key }) => key ?? []))
  expect(new Set(keys).size).toBe(keys.length)
  const bare = deskGroupsOf({ ...MANAGER, companyIntegrations: [] })
  expect(bare.map(({ pages }) => pages.length).every((count) => count > 0)).toBe(true)
  expect(bare.flatMap(({ pages }) => pages.map(({ to }) => to))).not.toContain('/dashboard/reports')
})

test('an employee has no groups', () => {
  expect(deskGroupsOf({ companyRole: 'ROLE_EMPLOYEE', companyIntegrations: [] })).toEqual([])
})

test('the palette finds pages that the navigation leaves out, each once', () => {
  const further = furtherPagesOf({ companyIntegrations: ['VENDING_TELEMETRY'] }).map(({ to }) => to)
  const listed = groups.flatMap(({ pages }) => pages.map(({ to }) => to))
  expect(further).toContain('/dashboard/settings/planning')
  expect(new Set([...listed, ...further]).size).toBe(listed.length + further.length)
  expect(furtherPagesOf({ companyIntegrations: [] }).filter(({ to }) => to.startsWith('/dashboard/reports'))).toEqual([])
})

test('each list of synonyms belongs to one page', () => {
  expect(Object.values(SYNONYMS).toSorted()).toEqual(Object.keys(english.synonyms).toSorted())
})
