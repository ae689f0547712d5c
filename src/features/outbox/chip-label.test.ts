import { describe, expect, it } from 'vitest'
import type { Sending } from '#app/data/outbox.ts'
import { chipLabelOf } from './chip-label.ts'

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

describe('the sync chip', () => {
  it('shows that all is sent only if the server is reachable and nothing is pending', () => {
    expect(chipLabelOf(sending()).key).toBe('allSent')
    expect(chipLabelOf(sending({ connection: at('unreachable') })).key).toBe('offline')
    expect(chipLabelOf(sending({ connection: null })).key).toBe('starting')
    expect(chipLabelOf(sending({ waiting: 1 })).key).toBe('waiting')
  })

  it("names only own work as sent while others' work is stored", () => {
    expect(chipLabelOf(sending({ ofOthers: 1 })).key).toBe('ownSent')
    expect(chipLabelOf(sending({ ofOthers: 1, waiting: 1 })).key).toBe('waiting')
  })

  it('counts pending operations, and shows since when there is no network', () => {
    expect(chipLabelOf(sending({ waiting: 3, connection: at('unreachable') }))).toMatchObject({
      key: 'offlineWaiting',
      count: 3,
      since: 1_000,
    })
    expect(chipLabelOf(sending({ waiting: 3 }))).toMatchObject({ key: 'waiting', count: 3 })
    expect(chipLabelOf(sending({ waiting: 2, isSending: true }))).toMatchObject({ key: 'sending', count: 2 })
  })

  it('distinguishes a server error from a missing connection', () => {
    const connection = { state: 'unreachable', since: 1_000, nextTryAt: null, status: 503 } as const
    expect(chipLabelOf(sending({ connection }))).toMatchObject({ key: 'serverFailed', since: 1_000 })
    expect(chipLabelOf(sending({ waiting: 2, connection }))).toMatchObject({ key: 'serverFailedWaiting', count: 2 })
  })

  it('shows what needs attention before the network', () => {
    expect(chipLabelOf(sending({ waiting: 5, needsYou: 1, connection: at('unreachable') }))).toMatchObject({ key: 'needsYou', count: 1 })
  })

  it('shows what blocks everything first', () => {
    expect(chipLabelOf(sending({ needsYou: 1, connection: at('signed-out') })).key).toBe('signIn')
    expect(chipLabelOf(sending({ waiting: 1, connection: at('wrong-account') })).key).toBe('signIn')
    expect(chipLabelOf(sending({ waiting: 1, connection: at('app-too-old') })).key).toBe('update')
  })
})
