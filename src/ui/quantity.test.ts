import { describe, expect, it } from 'vitest'
import { quantityOf, stepped } from './quantity.ts'

describe('a typed quantity', () => {
  it('takes digits only', () => {
    expect(quantityOf('1a2-', 40)).toBe(12)
    expect(quantityOf('-5', 40)).toBe(5)
    expect(quantityOf('1.5', 40)).toBe(15)
  })
  it('is 0 when nothing is there', () => expect(quantityOf('', 40)).toBe(0))
  it('goes no higher than the cap', () => {
    expect(quantityOf('41', 40)).toBe(40)
    expect(quantityOf('9', 0)).toBe(0)
    expect(quantityOf('41', null)).toBe(41)
    expect(quantityOf('999999999', null)).toBe(5_000_000)
  })
})

describe('minus and plus', () => {
  it('go by the step, from 0 to the cap', () => {
    expect(stepped(0, 1, 1, 3)).toBe(1)
    expect(stepped(3, 1, 1, 3)).toBe(3)
    expect(stepped(0, -1, 1, 3)).toBe(0)
    expect(stepped(300, 1, 100, 350)).toBe(350)
  })
  it('go to the next whole step from between two', () => {
    expect(stepped(250, 1, 100, 1000)).toBe(300)
    expect(stepped(250, -1, 100, 1000)).toBe(200)
    expect(stepped(200, -1, 100, 1000)).toBe(100)
  })
})
