import { describe, expect, test } from 'vitest'
import { loadOf } from './load.ts'

const need = (machine: number, product: number, quantity: number) => ({ machine, product, quantity })
const cases = (caseSize: number) => () => ({ packaging: 'CAN', caseSize }) as const
const single = () => undefined
const equal = () => 0

describe('load of a round', () => {
  test('the needs of all stops are summed and rounded up to cases', () => {
    const { take, shared } = loadOf([need(1, 7, 10), need(2, 7, 9)], cases(24), new Map([[7, 100]]), equal)
    expect(take).toEqual([{ product: 7, needed: 19, there: 100, load: 24 }])
    expect(shared).toEqual([need(1, 7, 10), need(2, 7, 9)])
  })

  test('a case is not opened for nothing: the warehouse has no full one', () => {
    expect(loadOf([need(1, 7, 19)], cases(24), new Map([[7, 20]]), equal).take[0]?.load).toBe(19)
  })

  test('a short product goes to the machine that loses most, in the order of stops', () => {
    const needs = [need(1, 7, 10), need(2, 7, 10), need(3, 7, 10)]
    const { take, shared } = loadOf(needs, single, new Map([[7, 15]]), (machine) => (machine === 3 ? 9 : machine === 1 ? 5 : 1))
    expect(take[0]).toMatchObject({ needed: 30, there: 15, load: 15 })
    expect(shared).toEqual([need(1, 7, 5), need(3, 7, 10)])
  })

  test('an absent product is not in the warehouse; without its stock nothing is limited', () => {
    expect(loadOf([need(1, 7, 4)], single, new Map(), equal)).toEqual({
      take: [{ product: 7, needed: 4, there: 0, load: 0 }],
      shared: [],
    })
    expect(loadOf([need(1, 7, 4)], cases(6), undefined, equal).take[0]?.load).toBe(4)
  })
})
