import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../support/fleet.ts'
import { aCompany, aUser, signedIn } from '../../support/test-context.ts'
import { callerWith, type TwoCompanies } from '../../support/two-companies.ts'
import type { Facts, Place, Product, World } from './facts.ts'

/** A company with two snack machines and a coffee machine, all counted and full, and functions to read and change it. */
export async function aStand({ ctx, app }: TwoCompanies, world: World, login: string) {
  const { timezone, currency, decimals, country } = world
  const company = (await aCompany(ctx, { name: timezone, timezone, currency, country })).id
  const person = await aUser(ctx, { id: company }, { login })
  const unit = 10 ** decimals
  const call = async () => callerWith(app, await signedIn(app, login))

  const product = async (name: string, given: { packaging?: 'PIECE' | 'COFFEE' | 'INGREDIENT'; volume?: number; lastCost?: number }) => {
    const id = await aProduct(ctx, company, { name, sku: name, ...given })
    const pack = 1000 * (given.packaging === 'INGREDIENT' ? (given.volume ?? 1) : 1)
    return {
      id,
      name,
      isDrink: given.packaging === 'COFFEE',
      pack,
      cost: given.lastCost ?? 0,
      taxes: [{ from: '0', rate: 0 }],
      costs: [{ from: '0', cost: given.lastCost ?? 0 }],
    }
  }
  const bar = await product('Bar', { lastCost: Math.round(0.4 * unit) })
  const cola = await product('Cola', { lastCost: Math.round(0.55 * unit) })
  const mystery = await product('Mystery', {})
  const coffee = await product('Coffee', { packaging: 'COFFEE' })
  const beans = await product('Beans', { packaging: 'INGREDIENT', volume: 1000, lastCost: Math.round(14 * unit) })
  const milk = await product('Milk', { packaging: 'INGREDIENT', volume: 300, lastCost: Math.round(7 * unit) })
  const slot = (number: string, { id }: Product, max: number) => ({ number, product: id, max, price: unit, quantity: max })
  const lobby = await aMachine(ctx, company, {
    name: 'Lobby',
    slots: [slot('11', bar, 40), slot('12', bar, 30), slot('13', cola, 60), slot('14', mystery, 60)],
  })
  const yard = await aMachine(ctx, company, { name: 'Yard', slots: [slot('21', bar, 60), slot('22', cola, 60)] })
  const cups = await aMachine(ctx, company, {
    name: 'Cups',
    type: 'COFFEE',
    slots: [{ number: '1', product: coffee.id, price: unit }],
    canisters: [
      { product: beans.id, max: 2000, quantity: 2000 },
      { product: milk.id, max: 1500, quantity: 1500 },
    ],
  })
  const place = (machine: StandingMachine, number: string, { id }: Product, max: number): Place => ({
    machine: machine.id,
    point: machine.slot(number).point,
    product: id,
    slot: number,
    max,
    first: max * 1000,
  })
  const canister = ({ id }: Product, max: number): Place => ({
    machine: cups.id,
    point: cups.canister(id),
    product: id,
    slot: null,
    max,
    first: max * 1000,
  })
  const facts: Facts = {
    world,
    company,
    manager: person.id,
    machines: [
      { id: lobby.id, type: 'SNACK' },
      { id: yard.id, type: 'SNACK' },
      { id: cups.id, type: 'COFFEE' },
    ],
    products: new Map([bar, cola, mystery, coffee, beans, milk].map((one) => [one.id, one])),
    recipes: [],
    drink: coffee.id,
    places: [
      place(lobby, '11', bar, 40),
      place(lobby, '12', bar, 30),
      place(lobby, '13', cola, 60),
      place(lobby, '14', mystery, 60),
      place(yard, '21', bar, 60),
      place(yard, '22', cola, 60),
      canister(beans, 2000),
      canister(milk, 1500),
    ],
    sales: [],
    puts: [],
    cash: [],
    groups: new Map(),
    commissions: [],
    begun: ctx.now() - 1,
  }

  const devices = new Map<number, { device: StandingDevice; waiting: object[] }>()
  for (const { id } of facts.machines) devices.set(id, { device: await aDevice(ctx, company, { machine: id }), waiting: [] })
  const flush = async () => {
    for (const { device, waiting } of devices.values()) {
      if (waiting.length === 0) continue
      const payload = waiting.splice(0)
      const answer = await app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload })
      expect(answer.json().data).toMatchObject({ accepted: payload.length, refused: [] })
    }
  }
  const iso = (at: number) => new Date(at).toISOString()
  const ask = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) => {
    const answer = await (await call())(method, path, body, headers)
    expect([200, 201], `${method} ${path}: ${answer.body}`).toContain(answer.statusCode)
    return answer.json().data
  }
  const sendEvent = (machine: number, event: object, at: number) => {
    devices.get(machine)?.waiting.push({ id: randomUUID(), at: iso(at), ...event })
  }

  return { facts, bar, cola, mystery, coffee, beans, milk, lobby, yard, cups, call, ask, sendEvent, flush }
}
