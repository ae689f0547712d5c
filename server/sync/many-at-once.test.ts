import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InventoryRecord } from '#contract/sync.ts'
import { aMachine, aProduct, type StandingMachine } from '../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../tests/support/phone.ts'
import { type TwoCompanies, twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { foldedLevels } from '../ledger/ledger.store.ts'
import { openPoints } from '../ledger/stock-points.store.ts'

const WRITERS = 8
const EACH = 25

describe.each(['embedded', 'postgresql'] as const)('eight concurrent phones on the %s database', (kind) => {
  let world: TwoCompanies
  let machines: StandingMachine[]
  let missing: string | null = null

  beforeAll(async () => {
    const stood = await twoCompaniesOn(kind)
    if ('missing' in stood) {
      missing = stood.missing
      return
    }
    world = stood
    const product = await aProduct(world.ctx, world.company)
    machines = []
    for (let index = 0; index < WRITERS * EACH; index++) {
      machines.push(await aMachine(world.ctx, world.company, { slots: [{ number: '1', product, max: 10, quantity: 4 }] }))
    }
  })
  afterAll(async () => {
    if (!missing) await world.close()
  })

  const at = (index: number): StandingMachine => {
    const machine = machines[index]
    if (!machine) throw new Error('there is no such machine')
    return machine
  }
  const restock = (machine: StandingMachine): PhoneOperation => ({
    call: 'restockSlots',
    machineId: machine.id,
    at: world.ctx.now(),
    body: [{ productInstallationId: machine.slot('1').point, quantity: 1 }],
  })

  it('feed reader misses no change during concurrent writes', async ({ skip }) => {
    if (missing) skip(missing)
    const reader = aPhone(world.manager.call)
    const mirror = new Map<number, InventoryRecord>()
    let cursor: string | null = null
    const read = async () => {
      for (const page of await reader.pullAll(cursor)) {
        for (const record of page.changes.inventory) mirror.set(record.machineId, record)
        cursor = page.cursor
      }
    }
    await read()
    let writing = true
    // Every machine changes once, so a skipped change would never be read.
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const phone = aPhone(world.manager.call)
        for (let index = 0; index < EACH; index++) await phone.push(restock(at(writer * EACH + index)))
      }),
    ).finally(() => {
      writing = false
    })
    while (writing) await read()
    await writers
    await read()
    expect([...mirror.values()].filter(({ stocks }) => stocks[0]?.balance !== 5_000).map(({ machineId }) => machineId)).toEqual([])
    expect(mirror.size).toBe(WRITERS * EACH)
  })

  it('balances equal their ledgers after concurrent restocks, counts and undos', async ({ skip }) => {
    if (missing) skip(missing)
    const few = machines.slice(0, 4)
    const random = randomFrom(kind, 'load')
    const known: { opId: string; machineId: number }[] = []
    const next = (): PhoneOperation => {
      const machine = random.pick(few)
      const moment = world.ctx.now() - random.between(0, 60_000)
      const opId = randomUUID()
      const place = { productInstallationId: machine.slot('1').point, quantity: random.between(0, 9) }
      const undone = known.length > 0 && random.chance(0.25) ? random.pick(known) : null
      if (undone) return { call: 'voidOperation', machineId: undone.machineId, at: moment, body: { operationId: undone.opId } }
      known.push({ opId, machineId: machine.id })
      if (random.chance(0.4))
        return { call: 'changeInventory', machineId: machine.id, at: moment, opId, body: { type: 'ADJUST', stocks: [place] } }
      return { call: 'restockSlots', machineId: machine.id, at: moment, opId, body: [{ ...place, full: random.chance(0.2) }] }
    }
    const loads = Array.from({ length: WRITERS }, () => Array.from({ length: 5 }, () => Array.from({ length: 6 }, next)))
    const results = await Promise.all(
      loads.map(async (batches) => {
        const phone = aPhone(world.manager.call)
        const results = []
        for (const batch of batches) results.push(...(await phone.push(...batch)))
        return results
      }),
    )
    expect(new Set(results.flat().map(({ status }) => status))).toEqual(new Set(['applied']))

    const { database } = world.ctx
    const points = await database.withTenant(world.company, (db) =>
      openPoints(
        db,
        world.company,
        few.map(({ id }) => id),
      ),
    )
    const folded = await database.withTenant(world.company, (db) =>
      foldedLevels(
        db,
        world.company,
        points.map(({ id }) => id),
      ),
    )
    for (const { id, level } of points) expect(level).toEqual(folded.get(id))
  })
})
