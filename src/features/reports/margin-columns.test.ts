import { expect, test } from 'vitest'
import { type Margin, totalOf } from './margin-columns.tsx'

const margin = (netTurnover: number, cost: number): Margin => ({
  ...{ turnover: netTurnover, netTurnover, netWithoutCost: 0, cost, waste: 0, commission: 0, soldWithoutCost: 0 },
  margin: netTurnover - cost,
})

test('total of margins that cancel out is exactly zero', () => {
  expect(totalOf([margin(0.3, 0.1), margin(0, 0.2)], 'EUR').margin).toBe(0)
})

test('total of margins keeps the third decimal of a dinar', () => {
  expect(totalOf([margin(0.125, 0.004), margin(0.004, 0)], 'KWD')).toMatchObject({ netTurnover: 0.129, cost: 0.004, margin: 0.125 })
})
