import { expect, test } from 'vitest'
import { HOUR } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { cachedByFeed } from './cached-by-feed.ts'

/** A transaction that sees the feed at this position, with these machines changed since the position that is kept. */
const seeing = (seq: number, changed: number[] = [], origin = 'first') =>
  ({ execute: async () => ({ rows: [{ seq, changed, origin }] }) }) as unknown as Db

test('a state that was read earlier never replaces a later one', async () => {
  let end = () => {}
  const waiting = new Promise<void>((resolve) => {
    end = resolve
  })
  const states = [waiting.then(() => 'at 2'), Promise.resolve('at 3')]
  const read = cachedByFeed<Map<number, string>>({
    read: async () => new Map([[7, 'at 1']]),
    reread: async () => {
      const state = (await states.shift()) ?? ''
      return (facts) => facts.set(7, state)
    },
  })
  expect((await read(seeing(1), 1, 0)).get(7)).toBe('at 1')
  const slow = read(seeing(2, [7]), 1, 0)
  expect((await read(seeing(3, [7]), 1, 0)).get(7)).toBe('at 3')
  end()
  expect((await slow).get(7)).toBe('at 3')
  expect((await read(seeing(3), 1, 0)).get(7)).toBe('at 3')
})

test('all is read again after an hour, or when clock or feed go back', async () => {
  let reads = 0
  const read = cachedByFeed({ read: async () => ({ size: ++reads }), reread: async () => () => {} })
  const readsAfter = async (seq: number, now: number) => {
    await read(seeing(seq), 1, now)
    return reads
  }
  expect(await readsAfter(5, HOUR)).toBe(1)
  expect(await readsAfter(5, 2 * HOUR - 1)).toBe(1)
  expect(await readsAfter(5, 2 * HOUR)).toBe(2)
  expect(await readsAfter(4, 2 * HOUR)).toBe(3)
  expect(await readsAfter(4, 2 * HOUR - 1)).toBe(4)
})

test('all is read again from a server that was started or promoted since', async () => {
  let reads = 0
  const read = cachedByFeed({ read: async () => ({ size: ++reads }), reread: async () => () => {} })
  for (const origin of ['first', 'first', 'second', 'second']) await read(seeing(5, [], origin), 1, 0)
  expect(reads).toBe(2)
})

test('the companies that were read first are forgotten beyond 50,000 machines', async () => {
  const sizes: Record<number, number> = { 1: 30_000, 2: 15_000, 3: 10_000, 4: 60_000 }
  const read: number[] = []
  const kept = cachedByFeed({
    read: async (_, company) => {
      read.push(company)
      return { size: sizes[company] ?? 0 }
    },
    reread: async () => () => {},
  })
  for (const company of [1, 2, 3, 2, 1, 4, 4]) await kept(seeing(1), company, 0)
  expect(read).toEqual([1, 2, 3, 1, 4])
})
