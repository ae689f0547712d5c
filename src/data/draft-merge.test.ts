import { describe, expect, it } from 'vitest'
import type { Draft } from '#offline/records.ts'
import { merged } from './draft-merge.ts'

const aDraft = (draft: Partial<Draft>): Draft => ({ key: 'restock:1', opId: 'next', typed: {}, left: null, savedAt: 10, ...draft })

describe('of two tabs', () => {
  const recorded = { opId: 'first', typed: { a: 1 } }

  it('that ended the same operation, the later input stays, with what was not recorded', () => {
    const rest = aDraft({ opId: 'of one tab', typed: { b: 5 }, isRest: true, recorded })
    const later = aDraft({ opId: 'of the other', typed: { c: 7 }, savedAt: 20, recorded })
    expect(merged(rest, later)).toMatchObject({ opId: 'of one tab', typed: { b: 5, c: 7 }, isRest: true })
    expect(merged(later, rest)).toMatchObject({ opId: 'of the other', typed: { b: 5, c: 7 }, isRest: true })
  })

  it('that ended the same operation, the later one may have removed its input', () => {
    const typed = aDraft({ opId: 'of one tab', typed: { a: 1 }, savedAt: 20, recorded })
    const removed = aDraft({ opId: 'of the other', savedAt: 30, recorded })
    expect(merged(typed, removed)).toMatchObject({ opId: 'of one tab', typed: {}, savedAt: 30 })
    expect(merged(removed, typed)).toBe(removed)
  })

  it('one that types does not forget that the other is recording', () => {
    const recording = aDraft({ opId: 'second', typed: { a: 1 }, recorded: { opId: 'second', typed: { a: 1 } } })
    const typing = aDraft({ opId: 'second', typed: { a: 1, b: 5 }, savedAt: 20, recorded })
    expect(merged(recording, typing)).toMatchObject({ typed: { a: 1, b: 5 }, recorded: { opId: 'second' } })
  })

  it('one that was behind by two operations changes nothing', () => {
    const stored = aDraft({ opId: 'third', savedAt: 30, recorded: { opId: 'second', typed: { a: 1 } } })
    expect(merged(stored, aDraft({ opId: 'of the other', savedAt: 11, recorded }))).toBe(stored)
  })
})
