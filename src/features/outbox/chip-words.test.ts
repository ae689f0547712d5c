import { describe, expect, it } from 'vitest'
import type { Sending } from '#app/data/outbox.ts'
import { chipWordsOf } from './chip-words.ts'

const at = (state: NonNullable<Sending['connection']>['state']): Sending['connection'] =>
  state === 'unreachable' ? { state, since: 1_000, nextTryAt: null } : { state, since: 1_000 }
const sending = (some: Partial<Sending> = {}): Sending => ({
  waiting: 0,
  needsYou: 0,
  isSending: false,
  connection: at('reachable'),
  ofOthers: 0,
  ...some,
})

describe('the chip in the header', () => {
  it('says that all is sent only when the server can be reached and nothing waits', () => {
    expect(chipWordsOf(sending()).key).toBe('allSent')
    expect(chipWordsOf(sending({ connection: at('unreachable') })).key).toBe('offline')
    expect(chipWordsOf(sending({ connection: null })).key).toBe('starting')
    expect(chipWordsOf(sending({ waiting: 1 })).key).toBe('waiting')
  })

  it('findings 4: says no more than that the own work is sent while work of others is kept here', () => {
    expect(chipWordsOf(sending({ ofOthers: 1 })).key).toBe('ownSent')
    expect(chipWordsOf(sending({ ofOthers: 1, waiting: 1 })).key).toBe('waiting')
  })

  it('counts what waits and says since when there is no network', () => {
    expect(chipWordsOf(sending({ waiting: 3, connection: at('unreachable') }))).toMatchObject({
      key: 'offlineWaiting',
      count: 3,
      since: 1_000,
    })
    expect(chipWordsOf(sending({ waiting: 3 }))).toMatchObject({ key: 'waiting', count: 3 })
    expect(chipWordsOf(sending({ waiting: 2, isSending: true }))).toMatchObject({ key: 'sending', count: 2 })
  })

  it('findings 10: tells a fault of the server from a missing connection', () => {
    const connection = { state: 'unreachable', since: 1_000, nextTryAt: null, status: 503 } as const
    expect(chipWordsOf(sending({ connection }))).toMatchObject({ key: 'serverFailed', since: 1_000 })
    expect(chipWordsOf(sending({ waiting: 2, connection }))).toMatchObject({ key: 'serverFailedWaiting', count: 2 })
  })

  it('asks for the person before it tells of the network', () => {
    expect(chipWordsOf(sending({ waiting: 5, needsYou: 1, connection: at('unreachable') }))).toMatchObject({ key: 'needsYou', count: 1 })
  })

  it('says first what stops everything', () => {
    expect(chipWordsOf(sending({ needsYou: 1, connection: at('signed-out') })).key).toBe('signIn')
    expect(chipWordsOf(sending({ waiting: 1, connection: at('wrong-account') })).key).toBe('signIn')
    expect(chipWordsOf(sending({ waiting: 1, connection: at('app-too-old') })).key).toBe('update')
  })
})
