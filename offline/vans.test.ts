import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toColumns } from '#contract/columns.ts'
import { OwnStockRow, type OwnVan } from '#contract/own-van.ts'
import { fold, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { toIso } from '#domain/time.ts'
import { handedLines, restockedFromVan, VAN_CHANGES, type VanLine, vanLines } from '#domain/vans/van.ts'
import type { JournalEntry, OutboxEntry } from './records.ts'
import { vanStock } from './vans.ts'

const VANS = [1, 2] as const
type Van = (typeof VANS)[number]
const WAREHOUSE = 0
const MACHINE = 3
const PRODUCTS = [11, 12]
/** The stock point of a product in a slot of the machine. */
const pointOf = (product: number) => product + 100
const START = 1_000_000

const entryOf = (opId: string, call: string, body: unknown, at: number): OutboxEntry => ({
  opId,
  call,
  machineId: 7,
  body,
  named: null,
  state: 'queued',
  visit: null,
  rawAt: at,
  occurredAt: at,
  clockOffset: 0,
  attempts: 0,
  refusal: null,
  warnings: [],
})

/** What one operation does anywhere: in a van, the warehouse or the machine. Implemented apart from the projection. */
type Effect = { place: number; product: number } & Pick<Movement, 'kind' | 'quantity' | 'at' | 'operation' | 'line'>
function effectsOf({ opId, call, body, rawAt }: OutboxEntry, van: Van): Effect[] {
  const placed = (lines: readonly VanLine[], of: number, at: number, operation: string, from = 0): Effect[] =>
    lines.map(({ side, productId: product, kind, quantity }, index) => ({
      place: side === 'VAN' ? of : WAREHOUSE,
      product,
      kind,
      quantity,
      at,
      operation,
      line: from + index,
    }))
  if (call === 'changeVan') {
    const { type, items } = body as { type: (typeof VAN_CHANGES)[number]; items: { productId: number; quantity: number }[] }
    return placed(vanLines(type, items), van, rawAt, opId)
  }
  if (call === 'handOver') {
    const { id, from, to, at, items } = body as {
      id: string
      from: Van
      to: Van
      at: number
      items: { productId: number; quantity: number }[]
    }
    return [...placed(handedLines('FROM', items), from, at, id), ...placed(handedLines('TO', items), to, at, id, 50)]
  }
  const added = (body as { productInstallationId: number; quantity: number }[]).map(({ productInstallationId: point, quantity }) => ({
    productId: point - 100,
    quantity: quantity * 1000,
  }))
  const inMachine = added.map(({ productId: product, quantity }, line) => ({
    place: MACHINE,
    product,
    kind: 'delta' as const,
    quantity,
    at: rawAt,
    operation: opId,
    line: 50 + line,
  }))
  return [...placed(restockedFromVan(added), van, rawAt, opId), ...inMachine]
}

const action = fc.record({
  van: fc.constantFrom(...VANS),
  what: fc.constantFrom('change', 'change', 'restock', 'restock', 'hand over', 'send', 'send', 'pull', 'pull'),
  type: fc.constantFrom(...VAN_CHANGES),
  product: fc.constantFrom(...PRODUCTS),
  quantity: fc.integer({ min: 1, max: 9 }),
  /** Who sends a hand-over. */
  senders: fc.constantFrom('giver', 'taker', 'both'),
  /** Which of the pending operations is sent, and how long ago something happened. */
  index: fc.nat(20),
  ago: fc.nat(5),
  isAnswerLost: fc.boolean(),
})

/** Two phones and a server with a ledger; operations arrive in any order, some twice, and answers get lost. */
function world() {
  const applied = new Set<string>()
  const handed = new Set<string>()
  const ledger: Effect[] = []
  let clock = START
  const phones = Object.fromEntries(
    VANS.map((van) => [
      van,
      { van, entries: [] as OutboxEntry[], journal: [] as JournalEntry[], own: null as OwnVan | null, recorded: [] as OutboxEntry[] },
    ]),
  ) as Record<
    Van,
    { van: Van; entries: OutboxEntry[]; journal: JournalEntry[]; own: OwnVan | null; recorded: OutboxEntry[]; seen?: Effect[] }
  >

  const record = (van: Van, entry: OutboxEntry) => {
    phones[van].entries.push(entry)
    phones[van].recorded.push(entry)
  }
  const serve = (entry: OutboxEntry, van: Van) => {
    if (applied.has(entry.opId)) return
    applied.add(entry.opId)
    if (entry.call === 'handOver') {
      const { id } = entry.body as { id: string }
      if (handed.has(id)) return
      handed.add(id)
    }
    ledger.push(...effectsOf(entry, van))
  }
  const levelOf = (effects: readonly Effect[], place: number, product: number) =>
    fold(
      UNCOUNTED,
      effects.filter((one) => one.place === place && one.product === product).map((one) => ({ ...one, point: product })),
    )
  const send = (van: Van, index: number, isAnswerLost: boolean) => {
    const { entries } = phones[van]
    const entry = entries[index % Math.max(1, entries.length)]
    if (!entry) return
    serve(entry, van)
    entries[entries.indexOf(entry)] = { ...entry, attempts: 1, state: isAnswerLost ? 'queued' : 'acknowledged' }
  }
  const pull = (van: Van) => {
    const phone = phones[van]
    const pending = phone.entries.filter(({ attempts }) => (attempts ?? 0) > 0).map(({ opId }) => opId)
    const rows = PRODUCTS.map((productId) => {
      const { quantity, counted } = levelOf(ledger, van, productId)
      return {
        productId,
        balance: quantity,
        countedAt: counted?.at ?? null,
        countedBy: counted?.operation ?? null,
        countedLine: counted?.line ?? null,
      }
    })
    phone.own = {
      id: van,
      name: `Van ${van}`,
      since: toIso(0),
      asOf: toIso(clock),
      key: 'key',
      stocks: toColumns(OwnStockRow, rows),
      contains: pending.filter((opId) => applied.has(opId)),
      handOvers: [...handed],
      others: [],
    }
    phone.seen = [...ledger]
    // A restock leaves the outbox with the page of its machine, which may be a later one.
    phone.entries = phone.entries.filter(({ opId, call }) => !(applied.has(opId) && pending.includes(opId) && call !== 'restockSlots'))
  }
  const act = ({ van, what, type, product, quantity, senders, index, ago, isAnswerLost }: Action, step: number) => {
    clock += 10
    const at = clock - ago * 10
    const opId = `op-${String(step).padStart(3, '0')}`
    const items = [{ productId: product, quantity }]
    const other = van === 1 ? 2 : 1
    if (what === 'change') record(van, entryOf(opId, 'changeVan', { van, type, items, note: '' }, at))
    else if (what === 'restock') record(van, entryOf(opId, 'restockSlots', [{ productInstallationId: pointOf(product), quantity }], at))
    else if (what === 'hand over') {
      const id = `0199a1f0-0000-7000-8000-${String(step).padStart(12, '0')}`
      const body = { id, from: van, to: other, at, items, signature: 's'.repeat(43) }
      if (senders !== 'taker') record(van, entryOf(`${opId}-g`, 'handOver', body, at))
      if (senders !== 'giver') record(other, entryOf(`${opId}-t`, 'handOver', body, at))
    } else if (what === 'send') send(van, index, isAnswerLost)
    else pull(van)
  }
  /** The projection of a phone, and what it has to show: what it has pulled, and all that was recorded on it, each once. */
  const shown = (van: Van): [number[], number[]] | null => {
    const { own, entries, journal, seen = [], recorded } = phones[van]
    if (!own) return null
    const levels = vanStock(own, entries, 0, (_, point) => point - 100, journal)
    const isSeen = (effect: Effect) => seen.some((one) => one.operation === effect.operation)
    const once = new Map(
      recorded
        .flatMap((entry) => effectsOf(entry, van))
        .filter((effect) => !isSeen(effect))
        .map((effect) => [`${effect.operation}/${effect.line}`, effect]),
    )
    const right = [...seen, ...once.values()]
    return [PRODUCTS.map((product) => levels.get(product)?.quantity ?? 0), PRODUCTS.map((product) => levelOf(right, van, product).quantity)]
  }
  return { phones, ledger, act, send, pull, shown, levelOf }
}
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

describe('vans on two phones', () => {
  it('each phone shows its van with its own work once, at any moment', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { act, shown, pull } = world()
        for (const van of VANS) pull(van)
        for (const [step, one] of actions.entries()) {
          act(one, step)
          for (const van of VANS) {
            const [is, right] = shown(van) ?? []
            expect(is).toEqual(right)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('goods are conserved, and both phones agree with the server once everything is sent', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { phones, ledger, act, send, pull, shown, levelOf } = world()
        const uncounted = actions.filter(({ what, type }) => what !== 'change' || type !== 'COUNT')
        for (const [step, one] of uncounted.entries()) act(one, step)
        for (const van of VANS) for (let left = phones[van].entries.length; left > 0; left--) send(van, left - 1, false)
        for (const van of VANS) pull(van)
        const lost = uncounted
          .filter(({ what, type }) => what === 'change' && type === 'LOSS')
          .reduce((sum, { quantity }) => sum + quantity * 1000, 0)
        const everywhere = [WAREHOUSE, ...VANS, MACHINE].flatMap((place) =>
          PRODUCTS.map((product) => levelOf(ledger, place, product).quantity),
        )
        expect(everywhere.reduce((sum, quantity) => sum + quantity, 0)).toBe(0 - lost)
        for (const van of VANS) expect(shown(van)?.[0]).toEqual(PRODUCTS.map((product) => levelOf(ledger, van, product).quantity))
      }),
      { numRuns: 300 },
    )
  })
})
