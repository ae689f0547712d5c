import { describe, expect, it } from 'vitest'
import { stockAtEnd } from '../../tests/support/stock-at-end.ts'
import { MAX_DEMO_SIZE } from '../settings.ts'
import { type DemoMachine, demoFleet } from './fleet.ts'
import { DEMO_COMPANIES, type DemoCompany, demoCompanies, passesOf, servicemenOf } from './people.ts'

const now = Date.parse('2026-03-12T10:20:00Z')
const [halbzeit, przerwa] = DEMO_COMPANIES as [DemoCompany, DemoCompany]
const fleet = [...demoFleet(halbzeit, { seed: 'spring', now })]

const fullness = (machine: DemoMachine) => {
  const most = machine.points.reduce((sum, { maxQuantity }) => sum + maxQuantity * 1000, 0)
  return stockAtEnd(machine).reduce((sum, level) => sum + level, 0) / most
}
const salesPerDay = (machines: DemoMachine[], days: number) =>
  machines.reduce((sum, { history }) => sum + history.vends.length, 0) / machines.length / days

describe('demo fleet', () => {
  it('is equal for the same seed and time, and different for another seed', () => {
    expect([...demoFleet(halbzeit, { seed: 'spring', now })]).toEqual(fleet)
    expect([...demoFleet(halbzeit, { seed: 'autumn', now })][0]?.history).not.toEqual(fleet[0]?.history)
  })

  it('has 50 machines, 60 % of them for coffee, with distinct names', () => {
    expect(fleet).toHaveLength(50)
    expect(fleet.filter(({ type }) => type === 'COFFEE')).toHaveLength(30)
    expect(new Set(fleet.map(({ name }) => name)).size).toBe(50)
    expect(new Set(fleet.flatMap(({ device }) => device?.imei ?? [])).size).toBe(49)
  })

  it('sells about 24 times a day per machine, with large differences', () => {
    expect(salesPerDay(fleet, 90)).toBeGreaterThan(21)
    expect(salesPerDay(fleet, 90)).toBeLessThan(27)
    const rates = fleet.filter(({ device }) => device).map((machine) => salesPerDay([machine], 90))
    expect(Math.max(...rates)).toBeGreaterThan(3 * Math.min(...rates))
  })

  it('includes machines that are nearly empty, full, stopped, offline and not yet connected', () => {
    const states = fleet.map(({ state }) => state)
    expect(states.filter((state) => state === 'STOPPED')).toHaveLength(2)
    expect(states.filter((state) => state === 'NOT_CONNECTED')).toHaveLength(1)
    expect(states.filter((state) => state === 'NONE')).toHaveLength(1)
    const levels = fleet.map(fullness)
    const nearlyEmpty = levels.filter((level) => level < 0.25).length
    expect(nearlyEmpty).toBeGreaterThanOrEqual(3)
    expect(nearlyEmpty).toBeLessThanOrEqual(9)
    expect(levels.filter((level) => level > 0.95).length).toBeGreaterThanOrEqual(4)
    expect(levels.filter((level) => level > 0.4 && level < 0.9).length).toBeGreaterThanOrEqual(15)
  })

  it('has realistic planograms', () => {
    for (const { type, planogram } of fleet) {
      const numbers = planogram.slots.map(({ slotNumber }) => slotNumber)
      expect(new Set(numbers).size).toBe(numbers.length)
      for (const { vendPrice } of planogram.slots)
        expect([vendPrice >= 0.3, vendPrice <= 2.7, String(vendPrice).length <= 3]).toEqual([true, true, true])
      const [fewest, most] = type === 'COFFEE' ? [12, 18] : [30, 45]
      expect(numbers.length).toBeGreaterThanOrEqual(fewest)
      expect(numbers.length).toBeLessThanOrEqual(most)
      if (type === 'COFFEE') expect(planogram.canisters.length).toBeGreaterThanOrEqual(5)
      else for (const { maxQuantity } of planogram.slots) expect([(maxQuantity ?? 0) >= 5, (maxQuantity ?? 0) <= 20]).toEqual([true, true])
    }
  })

  it('has three servicemen with a third of the machines each', () => {
    expect(servicemenOf(halbzeit)).toHaveLength(3)
    for (const serviceman of [0, 1, 2]) {
      const share = fleet.filter((machine) => machine.serviceman === serviceman).length
      expect([16, 17]).toContain(share)
    }
  })

  it('has six servicemen with 50 machines each at 300 machines', () => {
    const [staffed] = demoCompanies(300) as [DemoCompany]
    const machines = [...demoFleet(staffed, { seed: 'spring', now, days: 1, machines: 300 })]
    expect(servicemenOf(staffed).map((_, index) => machines.filter(({ serviceman }) => serviceman === index).length)).toEqual(
      Array.from({ length: 6 }, () => 50),
    )
    const all = demoCompanies(MAX_DEMO_SIZE).flatMap(({ users }) => users)
    expect(new Set(all.map(({ login }) => login)).size).toBe(all.length)
    expect(new Set(all.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(all.length)
    for (const { login } of all) expect(login).toMatch(/^[a-z0-9-]+$/)
    expect(demoCompanies(50)).toEqual(DEMO_COMPANIES)
  })

  it('never mixes cards or addresses of two companies', () => {
    const rival = [...demoFleet(przerwa, { seed: 'spring', now })]
    expect(rival).toHaveLength(6)
    const cards = new Set(passesOf(przerwa, 'spring').map(({ cardIdentifier }) => cardIdentifier))
    const used = fleet.flatMap(({ history }) => history.vends.flatMap(({ cardIdentifier }) => cardIdentifier ?? []))
    expect(used.length).toBeGreaterThan(1000)
    expect(used.some((card) => cards.has(card))).toBe(false)
    expect(rival.map(({ lat }) => lat).some((lat) => fleet.some((machine) => machine.lat === lat))).toBe(false)
  })

  it('supports any size and duration', () => {
    const large = [...demoFleet(halbzeit, { seed: 'spring', now, machines: 1600, days: 1, servicemen: 10 })]
    expect(large).toHaveLength(1600)
    expect(new Set(large.map(({ name }) => name)).size).toBe(1600)
    expect(new Set(large.map(({ serviceman }) => serviceman)).size).toBe(10)
  })
})
