import { describe, expect, it } from 'vitest'
import { stepped } from './quantity.ts'

describe('minus and plus', () => {
  it('change by the step, from 0 to the maximum', () => {
    expect(stepped(0, 1, 1, 3)).toBe(1)
    expect(stepped(3, 1, 1, 3)).toBe(3)
    expect(stepped(0, -1, 1, 3)).toBe(0)
    expect(stepped(300, 1, 100, 350)).toBe(350)
  })
  it('move to the next whole step from between two', () => {
    expect(stepped(250, 1, 100, 1000)).toBe(300)
    expect(stepped(250, -1, 100, 1000)).toBe(200)
    expect(stepped(200, -1, 100, 1000)).toBe(100)
  })
})
