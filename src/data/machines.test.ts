import { expect, it } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import { DAY, HOUR, toIso } from '#domain/time.ts'
import { daysWithoutSales, matches, worstFirst } from './machines.ts'

it('machines without sales for days precede machines with empty slots', () => {
  const now = Date.now()
  const machine = (id: number, more: object) =>
    ({
      id,
      name: `M${id}`,
      type: 'COFFEE',
      state: 'RUNNING',
      currentQuantity: 5,
      maxQuantity: 10,
      fillShare: 0.9,
      emptyPlaces: 0,
      ...more,
    }) as unknown as Machine
  const silent = machine(1, { alerts: [{ code: 'NO_SALES', created: toIso(now - 4 * DAY - HOUR) }] })
  expect(daysWithoutSales(silent, now)).toBe(5)
  expect(daysWithoutSales(machine(2, {}), now)).toBe(null)
  const places = new Map([1, 2, 3].map((id) => [id, { places: 5, loss: null, all: 0, runsEmpty: 0 }]))
  expect(worstFirst([machine(2, { emptyPlaces: 2 }), silent, machine(3, {})], places).map(({ id }) => id)).toEqual([1, 2])
})

it('finds machines by name, address, vendor and model, ignoring accents', () => {
  const machine = { name: 'Łódź dworzec', address: 'Hauptstraße 5', vendor: 'Bianchi', model: 'Lei 400' } as Machine
  for (const query of ['lodz', 'łódź', 'LODZ dworzec', 'hauptstrasse', 'bianchi', 'lei 400', 'lodz 400'])
    expect(matches(machine, query)).toBe(true)
  expect(matches(machine, 'warszawa')).toBe(false)
})
