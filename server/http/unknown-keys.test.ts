import * as v from 'valibot'
import { expect, it } from 'vitest'
import { unknownKeys } from './unknown-keys.ts'

const Body = v.object({ known: v.optional(v.array(v.object({ id: v.number() }))) })

it('names each unknown key with its path', () => {
  expect(unknownKeys(Body, { known: [{ id: 1, wrong: 2 }], other: 3 })).toEqual(['known.0.wrong', 'other'])
})

it('hostile use: reads nothing after the last key that it reports', () => {
  const junk = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, n]))
  Object.defineProperty(junk, 'known', {
    enumerable: true,
    get: () => {
      throw new Error('it was read')
    },
  })
  expect(unknownKeys(Body, junk)).toHaveLength(20)
})

it('an intersection reports the keys that none of its parts declares', () => {
  const parts = Array.from({ length: 25 }, (_, n) => [`a${n}`, v.optional(v.number())] as const)
  const Both = v.intersect([v.object({ b: v.optional(v.number()) }), v.object(Object.fromEntries(parts))])
  expect(unknownKeys(Both, { ...Object.fromEntries(parts.map(([key]) => [key, 1])), b: 1, c: 1 })).toEqual(['c'])
})
