import { expect, it } from 'vitest'
import { someOf } from './a-few-at-a-time.ts'

const rows = Array.from({ length: 75 }, (_, index) => index)
const itself = (row: number) => row

it('a long list grows in steps until it is complete, in order', () => {
  const first = someOf(rows, itself, new Set())
  expect(first).toEqual(rows.slice(0, 25))
  const second = someOf(rows, itself, new Set(first))
  expect(second).toEqual(rows.slice(0, 50))
  expect(someOf(rows, itself, new Set(second))).toEqual(rows)
})

it('rendered rows stay, even if others are inserted before them', () => {
  const shown = new Set(rows.slice(60))
  expect(someOf(rows, itself, shown)).toEqual([...rows.slice(0, 25), ...rows.slice(60)])
})

it('a short list is complete at once', () => {
  const few = rows.slice(0, 25)
  expect(someOf(few, itself, new Set())).toBe(few)
})
