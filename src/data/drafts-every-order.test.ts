import { afterAll, expect, test, vi } from 'vitest'
import type { Draft } from '#offline/records.ts'
import { everyOrder, type Step, type World } from '../../tests/support/every-order.ts'
import { isLong } from '../../tests/support/long.ts'
import * as device from './device.ts'
import { draftOf, endDraft, recordDraft, saveDraft, watchDraft } from './drafts.ts'
import type { LocalSession } from './local-session.ts'

const KEY = 'restock:1'

type Typed = Draft['typed']
type Tab = 0 | 1
type Action = readonly [tab: Tab, does: 'type' | 'record' | 'discard', typed?: Typed]

/** The tab whose step is being taken. */
let here: LocalSession
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => here)
afterAll(() => opened.mockRestore())

/**
 * A form in two tabs over one database, and one user. They act once the tab shows the result of their last action, and type again only what
 * both tabs show. Transactions of a tab run in the order in which they were requested; everything else happens in any order.
 */
function twoTabs(actions: readonly Action[], msBetween: number): World {
  const rows = { drafts: new Map<string, unknown>(), outbox: new Map<string, unknown>(), journal: new Map<string, unknown>() }
  const requested: (Step & { tab: Tab })[] = []
  const queries: { isDirty: boolean; round: number; run(): Promise<void> }[] = []
  const recorded: Typed[] = []
  let done = 0
  let expected: Typed = {}

  const changed = () => {
    for (const query of queries) query.isDirty = true
  }
  const table = (name: keyof typeof rows) => ({
    get: async (key: string) => structuredClone(rows[name].get(key)),
    put: async (row: Draft) => {
      rows[name].set(row.key, structuredClone(row))
      changed()
    },
  })
  const tables = { drafts: table('drafts'), outbox: table('outbox'), journal: table('journal') }
  const now = () => 1_000 + done * msBetween

  const open = (tab: Tab) => {
    let ids = 0
    const request = <T>(name: string, work: () => T | Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        requested.push({ tab, name: `${tab} ${name}`, take: () => void Promise.resolve(work()).then(resolve, reject) })
      })
    const session = {
      db: {
        ...tables,
        transaction: (mode: string, _tables: unknown, work: () => Promise<unknown>) => request(mode === 'r' ? 'reads' : 'writes', work),
      },
      device: { now, newId: () => `op-${tab}-${++ids}` },
      drafts: new Map<string, Draft>(),
      observe: (read: () => Promise<unknown>, onRead: (result: unknown) => void) => {
        const query = {
          isDirty: true,
          round: 0,
          run: async () => {
            query.isDirty = false
            const round = ++query.round
            // A repeated query drops the result of the one before.
            const late = requested.findIndex((step) => step.name === `${tab} reads`)
            if (late >= 0) requested.splice(late, 1)
            const result = await read()
            if (round === query.round) onRead(result)
          },
        }
        queries[tab] = query
        return { unsubscribe: () => {} }
      },
    }
    const enqueue = ({ opId, typed }: Draft) =>
      request('enqueues', () => {
        if (rows.outbox.has(opId)) return false
        rows.outbox.set(opId, { opId, rawAt: now() })
        recorded.push(typed)
        changed()
        return true
        // The header counts pending operations before the form hears of it.
      }).then((isDone) => request('counts', () => isDone))
    return { session: session as unknown as LocalSession, enqueue }
  }
  const tabs = [open(0), open(1)] as const
  const shown = (tab: Tab) => tabs[tab].session.drafts.get(KEY)?.typed ?? {}
  const isShown = (tab: Tab) => JSON.stringify(shown(tab)) === JSON.stringify(expected)
  const inside = (tab: Tab, work: () => void) => () => {
    here = tabs[tab].session
    work()
  }
  const act = ([tab, does, typed = {}]: Action) => {
    done++
    expected = typed
    if (does === 'type') return saveDraft(KEY, { typed })
    if (does === 'discard') return endDraft(KEY)
    const draft = draftOf(KEY)
    if (!draft) throw new Error('nothing is typed')
    void recordDraft(draft, () => tabs[tab].enqueue(draft))
  }
  for (const tab of [0, 1] as const) inside(tab, () => watchDraft(KEY, () => {}))()

  return {
    steps: () => {
      const transactions = ([0, 1] as const).flatMap((tab) => {
        const first = requested.find((step) => step.tab === tab)
        if (!first) return []
        const take = inside(tab, () => {
          requested.splice(requested.indexOf(first), 1)
          first.take()
        })
        return [{ name: first.name, take }]
      })
      const notices = ([0, 1] as const).flatMap((tab) =>
        queries[tab]?.isDirty ? [{ name: `${tab} is notified`, take: inside(tab, () => void queries[tab]?.run()) }] : [],
      )
      const action = actions[done]
      if (!action) return [...transactions, ...notices]
      const isTyped = actions[done - 1]?.[1] === 'type'
      const isReady = isTyped ? isShown(0) && isShown(1) : isShown(action[0])
      return [
        ...transactions,
        ...notices,
        ...(isReady ? [{ name: JSON.stringify(action), take: inside(action[0], () => act(action)) }] : []),
      ]
    },
    state: () => {
      const drafts = tabs.map(({ session }) => session.drafts.get(KEY))
      const names = requested.map(({ name }) => name)
      const text = JSON.stringify([
        done,
        rows.drafts.get(KEY),
        [...rows.outbox.keys()],
        drafts,
        names,
        queries.map(({ isDirty }) => isDirty),
      ])
      const ids = [...new Set(text.match(/op-\d-\d+/g))]
      return text.replaceAll(/op-\d-\d+/g, (id) => `#${ids.indexOf(id)}`)
    },
    check: () => {
      expect(done, 'actions').toBe(actions.length)
      expect([shown(0), shown(1)]).toEqual([expected, expected])
      const [one, other] = tabs.map(({ session }) => session.drafts.get(KEY)?.opId)
      if (Object.keys(expected).length > 0) expect(one).toBe(other)
      expect(recorded).toEqual(actions.flatMap(([, does], index) => (does === 'record' ? [actions[index - 1]?.[2]] : [])))
    },
  }
}

const one = { a: 1 }

/** What the user does in the tabs 0 and 1. */
const SHORT: { does: string; actions: Action[] }[] = [
  { does: 'type', actions: [[0, 'type', one]] },
  {
    does: 'type, change and remove',
    actions: [
      [0, 'type', one],
      [1, 'type', { a: 2 }],
      [0, 'type', {}],
    ],
  },
  {
    does: 'type, record',
    actions: [
      [0, 'type', one],
      [0, 'record'],
    ],
  },
  {
    does: 'type, record, type the same in the other tab',
    actions: [
      [0, 'type', one],
      [0, 'record'],
      [1, 'type', one],
    ],
  },
  {
    does: 'type, record and type the same in the other tab',
    actions: [
      [0, 'type', one],
      [1, 'record'],
      [1, 'type', one],
    ],
  },
  {
    does: 'type, discard in the other tab, type again',
    actions: [
      [0, 'type', one],
      [1, 'discard'],
      [0, 'type', one],
    ],
  },
]

/** They have many more orders. */
const LONG: typeof SHORT = [
  {
    does: 'type, record, type and remove in the other tab',
    actions: [
      [0, 'type', one],
      [0, 'record'],
      [1, 'type', one],
      [1, 'type', {}],
    ],
  },
  {
    does: 'type, record, type and record in the other tab',
    actions: [
      [0, 'type', one],
      [0, 'record'],
      [1, 'type', one],
      [1, 'record'],
    ],
  },
]

test.for(isLong ? [...SHORT, ...LONG] : SHORT)('$does: both tabs show the result, whatever the order', async ({ actions }) => {
  // With 0, everything happens within one millisecond of the clock.
  for (const msBetween of [1_000, 0]) await everyOrder(() => twoTabs(actions, msBetween))
})
