import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { aClock } from '../../support/test-context.ts'
import type { Caller, TwoCompanies } from '../../support/two-companies.ts'
import { beginnings, daysBetween, daysIn, later } from './calendar.ts'
import type { Commission, Facts, Place, Product, World } from './facts.ts'
import { aStand } from './stand.ts'

/** An action at a moment; actions at the same moment run in this order. */
type Step = { at: number; do(): Promise<void> }
export type Story = { facts: Facts; call: () => Promise<Caller>; steps: Step[]; flush(): Promise<void> }

const HOUR = 3_600_000
const MINUTE = 60_000

/** Numbers that are the same in every run. */
function chances(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** Sets up a company and plans its events. */
export async function aStory(ctx: TwoCompanies, clock: ReturnType<typeof aClock>, world: World, seed: number): Promise<Story> {
  const { timezone, decimals } = world
  const stand = await aStand(ctx, world, `boss_${seed}`)
  const { facts, bar, cola, mystery, coffee, beans, milk, lobby, yard, cups, call, ask, sendEvent, flush } = stand
  const unit = 10 ** decimals
  const chance = chances(seed)
  const iso = (at: number) => new Date(at).toISOString()

  const sellers = [
    { machine: lobby.id, slot: '11', of: bar },
    { machine: lobby.id, slot: '12', of: bar },
    { machine: lobby.id, slot: '13', of: cola },
    { machine: lobby.id, slot: '14', of: mystery },
    { machine: yard.id, slot: '21', of: bar },
    { machine: yard.id, slot: '22', of: cola },
    { machine: cups.id, slot: '1', of: coffee },
    { machine: cups.id, slot: '1', of: coffee },
    { machine: lobby.id, slot: '99', of: null },
  ]
  const METHODS = { CASH: 'CASH', CASHLESS_1: 'CREDIT_CARD', TOKEN: 'TOKEN' } as const
  const steps: Step[] = []
  const plan = (at: number, step: () => Promise<void> | void) => steps.push({ at, do: async () => step() })
  const sell = (at: number) =>
    plan(at, () => {
      const { machine, slot: selection, of } = sellers[chance(sellers.length)] as (typeof sellers)[number]
      const amount = 1 + chance(3 * unit)
      const method = (['CASH', 'CASH', 'CASHLESS_1', 'TOKEN'] as const)[chance(4)] ?? 'CASH'
      facts.sales.push({ at, machine, slot: selection, product: of?.id ?? 0, amount, type: METHODS[method], imported: false })
      sendEvent(machine, { type: 'VEND', selection, price: amount / unit, method }, at)
    })

  const beginOf = beginnings(timezone)
  const days = daysBetween(world.first, later(world.last, 1))
  for (const day of days) {
    const [begin, end] = [beginOf(day), beginOf(later(day, 1))]
    for (const at of [begin, begin + 1, end - 1]) sell(at)
    // Every half hour of a night in which the clocks change.
    if (end - begin !== 24 * HOUR) for (let half = 1; half < 8; half++) sell(begin + half * 30 * MINUTE)
    for (let more = 0; more < 3; more++) sell(begin + chance(end - begin))
  }

  const noon = (index: number, minutes = 0) => beginOf(days[Math.min(index, days.length - 1)] ?? world.first) + 12 * HOUR + minutes * MINUTE
  const occurred = (operation: string, at: number) => ({ 'idempotency-key': operation, 'occurred-at': iso(at) })
  const mix = (at: number, shares: [Product, number][]) =>
    plan(at, async () => {
      await ask('PATCH', '/products/Coffee', { ingredients: shares.map(([{ id }, share]) => ({ id, shareAmount: share / 1000 })) })
      facts.recipes.push({ from: clock.now(), shares: new Map(shares.map(([{ id }, share]) => [id, share])) })
    })
  const tax = (at: number, of: Product, percent: number) =>
    plan(at, async () => {
      await ask('PATCH', `/products/${of.name}`, { tax: percent })
      of.taxes.push({ from: daysIn(timezone)(clock.now()), rate: Math.round(percent * 100) })
    })
  const price = (at: number, of: Product, cost: number) =>
    plan(at, async () => {
      await ask('PATCH', `/products/${of.name}`, { lastCost: cost / unit })
      of.cost = cost
      of.costs.push({ from: daysIn(timezone)(clock.now()), cost })
    })
  const commission = (at: number, machines: readonly number[], from: string, of: Omit<Commission, 'machine' | 'from'>) =>
    plan(at, async () => {
      const body = { machineIds: machines, validFrom: from, percent: of.share / 100, base: of.base, monthly: of.monthly / unit }
      await ask('POST', '/machines/commissions', body)
      facts.commissions.push(...machines.map((machine) => ({ machine, from, ...of })))
    })
  const restock = (at: number, places: readonly Place[], undoneAt: number | null = null) => {
    const operation = randomUUID()
    plan(at + 5 * HOUR, async () => {
      const [first] = places
      if (!first) return
      const by = first.slot === null ? 'products' : 'slots'
      const quantityOf = ({ max }: Place) => 1 + chance(max)
      const lines = places.map((one) => ({ one, quantity: quantityOf(one) }))
      await ask(
        'POST',
        `/machines/${first.machine}/${by}/restock`,
        lines.map(({ one, quantity }) =>
          by === 'slots' ? { productInstallationId: one.point, quantity } : { productId: one.product, quantity },
        ),
        occurred(operation, at),
      )
      for (const { one, quantity } of lines)
        facts.puts.push({
          operation,
          at,
          machine: one.machine,
          point: one.point,
          kind: 'RESTOCK',
          quantity: quantity * 1000,
          user: facts.manager,
          undone: false,
        })
    })
    if (undoneAt !== null) undo(undoneAt, operation, places[0]?.machine ?? 0)
  }
  const undo = (at: number, operation: string, machine: number) =>
    plan(at, async () => {
      await ask('POST', `/machines/${machine}/voids`, { operationId: operation })
      for (const one of [...facts.puts, ...facts.cash]) if (one.operation === operation) one.undone = true
    })
  const lose = (at: number, one: Place, quantity: number, undoneAt: number | null = null) => {
    const operation = randomUUID()
    plan(at, async () => {
      await flush()
      const base = 500
      const body = {
        type: 'LOSS',
        stocks: [
          {
            ...(one.slot === null ? { productId: one.product } : { productInstallationId: one.point }),
            quantity: base - quantity,
            baseQuantity: base,
          },
        ],
      }
      await ask('POST', `/machines/${one.machine}/${one.slot === null ? 'coffee/' : ''}inventory`, body, occurred(operation, at))
      facts.puts.push({
        operation,
        at,
        machine: one.machine,
        point: one.point,
        kind: 'LOSS',
        quantity: -quantity * 1000,
        user: facts.manager,
        undone: false,
      })
    })
    if (undoneAt !== null) undo(undoneAt, operation, one.machine)
  }
  const count = (at: number, one: Place, quantity: number) => {
    const operation = randomUUID()
    plan(at, async () => {
      await flush()
      const body = { type: 'ADJUST', stocks: [{ productInstallationId: one.point, quantity }] }
      await ask('POST', `/machines/${one.machine}/inventory`, body, occurred(operation, at))
      facts.puts.push({
        operation,
        at,
        machine: one.machine,
        point: one.point,
        kind: 'COUNT',
        quantity: quantity * 1000,
        user: facts.manager,
        undone: false,
      })
    })
  }
  const withdraw = (at: number, machine: number, undoneAt: number | null = null) => {
    const operation = randomUUID()
    plan(at + 2 * HOUR, async () => {
      await ask('POST', `/machines/${machine}/cash-withdraws`, undefined, occurred(operation, at))
      facts.cash.push({ operation, at, machine, counted: null, undone: false })
    })
    if (undoneAt !== null) undo(undoneAt, operation, machine)
  }
  const countCash = (at: number, machine: number) =>
    plan(at, () => {
      const counted = chance(40 * unit)
      facts.cash.push({ operation: '', at, machine, counted, undone: false })
      sendEvent(machine, { type: 'CASH_BOX', amount: counted / unit }, at)
    })
  const group = (at: number, name: string, of: readonly number[]) =>
    plan(at, async () => {
      const { machineGroupId } = await ask('POST', '/groups', { name })
      for (const id of of) await ask('PATCH', `/machines/${id}/groups/${machineGroupId}`)
      facts.groups.set(machineGroupId, [...of])
    })
  const moveGroup = (at: number, machine: number) =>
    plan(at, async () => {
      const [[from = 0, left = []] = [], [to = 0, right = []] = []] = [...facts.groups]
      await ask('DELETE', `/machines/${machine}/groups/${from}`)
      await ask('PATCH', `/machines/${machine}/groups/${to}`)
      left.splice(left.indexOf(machine), 1)
      right.push(machine)
    })
  const bring = (at: number, rows: readonly { day: string; time: string; at: number; amount: number }[], isUndone: boolean) =>
    plan(at, async () => {
      const lines = [
        'machine,slot,product,price,time,type',
        ...rows.map(({ day, time, amount }) => `Yard,21,Bar,${(amount / unit).toFixed(decimals)},${day} ${time},CASH`),
      ]
      const content = Buffer.from(lines.join('\n')).toString('base64')
      const taken = await ask('POST', '/imports', { kind: 'SALES', content, confirm: true })
      expect(taken).toMatchObject({ done: true, counts: { new: rows.length, refused: 0 } })
      if (isUndone) await ask('POST', `/imports/${taken.importId}/undo`)
      else
        for (const row of rows)
          facts.sales.push({ at: row.at, machine: yard.id, slot: '21', product: bar.id, amount: row.amount, type: 'CASH', imported: true })
    })

  const [p11, p12, p13, p14, p21, p22, pBeans, pMilk] = facts.places as [Place, Place, Place, Place, Place, Place, Place, Place]
  mix(facts.begun + 2, [[beans, 7500]])
  tax(facts.begun + 2, cola, 19)
  tax(facts.begun + 2, coffee, 7.7)
  group(facts.begun + 3, 'North', [lobby.id, yard.id])
  group(facts.begun + 3, 'South', [cups.id])
  tax(noon(4), cola, 8.1)
  tax(beginOf(days[6] ?? world.first), coffee, 10)
  mix(noon(3, 17), [
    [beans, 8000],
    [milk, 12_300],
  ])
  const turned = days.findIndex((day) => beginOf(later(day, 1)) - beginOf(day) !== 24 * HOUR)
  mix(noon(turned < 0 ? 5 : turned, 23), [
    [beans, 7000],
    [milk, 9000],
  ])
  price(noon(5, 40), bar, Math.round(0.47 * unit))
  price(noon(6, 41), milk, Math.round(8.35 * unit))
  commission(facts.begun + 4, [lobby.id, yard.id], later(world.first, -40), { share: 1_250, base: 'NET', monthly: 17 * unit })
  commission(facts.begun + 5, [cups.id], later(world.first, 3), { share: 777, base: 'GROSS', monthly: 0 })
  commission(noon(4, 42), [yard.id], later(world.first, 6), { share: 0, base: 'GROSS', monthly: 91 * unit + 1 })
  commission(noon(4, 43), [lobby.id], later(world.first, 8), { share: 0, base: 'NET', monthly: 0 })
  restock(beginOf(world.last) + 20 * MINUTE, [p22])
  lose(noon(2), p13, 3)
  lose(noon(5, 1), pMilk, 120)
  lose(noon(5, 2), p11, 4, noon(6))
  count(noon(7), p11, 0)
  count(noon(7, 90), p12, 0)
  restock(noon(8), [p12])
  restock(noon(9), [p11, p13], noon(9, 600))
  restock(noon(9, 300), [p11, p13, p14])
  restock(noon(10), [p21, p22])
  restock(noon(4, 30), [pBeans, pMilk])
  for (let index = 2; index < days.length; index += 5) {
    for (const machine of [lobby.id, cups.id]) withdraw(noon(index, machine), machine, index % 3 === 0 ? noon(index, 400) : null)
    if (index % 2 === 0) countCash(noon(index, -200), lobby.id)
  }
  moveGroup(noon(11), yard.id)
  const past = (day: string, time: string, at: number) => ({ day, time, at, amount: 1 + chance(3 * unit) })
  const [some, other] = [days[1] ?? world.first, days[days.length - 3] ?? world.first]
  const rows = [
    past(some, '12:34:56', beginOf(later(some, 1)) - (11 * 60 + 25) * MINUTE - 4_000),
    past(other, '23:59:59', beginOf(later(other, 1)) - 1_000),
  ]
  bring(noon(days.length - 1, 5), rows, false)
  bring(
    noon(days.length - 1, 6),
    rows.map((row) => ({ ...row, time: row.time.replace(/\d\d$/, '07') })),
    true,
  )
  return { facts, call, steps, flush }
}
