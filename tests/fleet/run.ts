import { setTimeout as pause } from 'node:timers/promises'
import { me } from '#contract/account.ts'
import { MachineToday } from '#contract/machines.ts'
import { DAY, HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { Chance } from '../../server/demo/chance.ts'
import { localHours } from '../../server/demo/local-hours.ts'
import { type Ask, askAsManager, askerAt, dataOf } from './ask.ts'
import { type Before, differences, figuresOf } from './compare.ts'
import { Device, drawClock } from './device.ts'
import { adopt, claimFor, lookInto, setUp } from './stand.ts'
import { Truth } from './truth.ts'
import { type FleetMachine, type Operation, Vending } from './vending.ts'

/** `speed`: simulated seconds per second. */
export type Wish = {
  url: string
  username: string
  password: string
  machines: number
  seed: string
  /** The server's clock. */
  now(): Moment
  say(line: string): void
}
/** Failed machine requests, and figures that are incorrect. */
type FleetResult = { sales: number; outages: string[]; differences: string[] }

/** Number of machines simulated concurrently. */
const AT_ONCE = 8
/** The longest delay for a user who watches a screen. */
const LIVE_STEP = 10 * SECOND
const LOOK_EVERY = 5 * MINUTE

type Fleet = { manager: Ask; timezone: string; machines: Vending[] }

/**
 * Simulates machines of its own over days that have just passed, as fast as the server allows or at a given speed, and then compares the
 * figures of the product with the simulation.
 */
export async function livePast(wish: Wish, days: number, speed: number | null): Promise<FleetResult> {
  const ask = askerAt(wish.url)
  const manager = askAsManager(ask, wish.username, wish.password)
  const to = wish.now()
  const from = to - days * DAY
  const before: Before = await figuresOf(manager)
  const fleetMachines = await setUp(manager, wish.machines, from, `${wish.seed}-${to.toString(36)}`)
  const fleet = await people(wish, ask, manager, fleetMachines, from, { visited: true, stamp: (at) => at })
  const begun = wish.now()
  for (const hour of localHours(from + 10 * MINUTE, to - 10 * MINUTE, fleet.timezone)) {
    const end = Math.min(hour.at + HOUR, to - 10 * MINUTE)
    if (speed !== null) await pause(Math.max(0, begun + (end - from) / speed - wish.now()))
    await each(fleet.machines, async (machine) => {
      machine.begin(hour, from + 10 * MINUTE)
      await record(manager, machine.until(end))
      if (!machine.isSilent) await machine.device.send(end, wish.now())
    })
    wish.say(`${toIso(end)}: ${salesOf(fleet)} sales`)
  }
  for (const machine of fleet.machines) machine.stop()
  await restartOne(manager, fleet.machines, wish.now)
  await each(fleet.machines, async (machine) => void (await machine.device.send(to, wish.now(), { surely: true })))
  const outages = fleet.machines.flatMap(({ truth }) => truth.outages)
  return { sales: salesOf(fleet), outages, differences: await differences(manager, fleet.machines, { from, to: wish.now() }, before) }
}

/** Simulates the company's machines from now on until aborted. At a higher speed a day's events are sent in a fraction of the day. */
export async function liveOn(wish: Wish, speed: number, signal: AbortSignal): Promise<void> {
  const ask = askerAt(wish.url)
  const manager = askAsManager(ask, wish.username, wish.password)
  const start = wish.now()
  const fleetMachines = await adopt(manager, wish.machines, wish.seed)
  if (fleetMachines.length === 0) throw new Error('the company has no machine with stock to sell')
  const stamp = (at: Moment) => start + (at - start) / speed
  const fleet = await people(wish, ask, manager, fleetMachines, start, { visited: false, stamp: (at) => Math.round(stamp(at)) })
  wish.say(`${fleetMachines.length} machines report.`)
  let lookedAt = Number.NEGATIVE_INFINITY
  for (let day = start; ; day += DAY)
    for (const hour of localHours(day, day + DAY, fleet.timezone).filter(({ at }) => day === start || at >= day)) {
      if (wish.now() - lookedAt > LOOK_EVERY) {
        lookedAt = wish.now()
        await each(fleet.machines, (machine) => look(manager, machine))
      }
      for (const machine of fleet.machines) machine.begin(hour, start)
      for (let end = Math.max(hour.at, start); end < hour.at + HOUR; ) {
        end = Math.min(hour.at + HOUR, end + LIVE_STEP * speed)
        await pause(Math.max(0, stamp(end) - wish.now()), undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        await each(fleet.machines, async (machine) => {
          machine.until(end)
          if (machine.isSilent || !machine.device.isDue(wish.now())) return
          const commands = await machine.device.send(wish.now(), wish.now())
          for (const { kind } of commands) {
            if (kind === 'RESTART') machine.restart(wish.now())
            if (kind === 'CREDIT') machine.takeCredit()
          }
        })
      }
      wish.say(`${toIso(wish.now())}: ${salesOf(fleet)} sales`)
    }
}

async function people(
  wish: Wish,
  ask: Ask,
  manager: Ask,
  fleetMachines: readonly FleetMachine[],
  from: Moment,
  life: Vending['life'],
): Promise<Fleet> {
  const { currency, timezone, country } = dataOf(me.answer, await manager({ method: 'GET', path: me.path }))
  const machines: Vending[] = []
  for (const [index, one] of fleetMachines.entries()) {
    const chance = new Chance(`${wish.seed}/${index}/device`)
    const { imei, key } = await claimFor(manager, ask, one, `${wish.seed}/${from}`)
    const clock = drawClock(index, from, chance)
    const device = new Device(ask, imei, key, clock, chance, wish.now())
    device.say({ type: 'STATE', state: 'RUNNING' }, life.stamp(from + MINUTE))
    const own = new Chance(`${wish.seed}/${index}/life`)
    machines.push(new Vending(one, device, new Truth(currency, timezone), { country: country ?? '', timezone }, life, own))
  }
  return { manager, timezone, machines }
}

async function look(manager: Ask, { machine, truth }: Vending): Promise<void> {
  await lookInto(manager, machine)
  const { cashInMachine = 0 } = dataOf(MachineToday, await manager({ method: 'GET', path: `/machines/${machine.id}` }))
  truth.cash = truth.minor(cashInMachine)
}

async function record(manager: Ask, operations: readonly Operation[]): Promise<void> {
  for (const { at, path, body } of operations) await manager({ method: 'POST', path, body, headers: { 'occurred-at': toIso(at) } })
}

/** A manager restarts a running machine and sees it run again. */
async function restartOne(manager: Ask, machines: readonly Vending[], now: () => Moment): Promise<void> {
  const machine = machines.find(({ truth, device }) => truth.state === 'RUNNING' && device.clock.off === 0 && device.clock.aDay === 0)
  if (!machine) return
  const { device, machine: own } = machine
  await device.send(now(), now(), { surely: true })
  await manager({ method: 'POST', path: `/machines/${own.id}/restart` })
  const commands = await device.send(now(), now(), { surely: true })
  if (!commands.some(({ kind }) => kind === 'RESTART')) throw new Error(`${own.name} received no restart command`)
  machine.restart(now())
}

const salesOf = ({ machines }: Fleet) =>
  machines.reduce((sum, { truth }) => sum + [...truth.sales.values()].reduce((all, { count }) => all + count, 0), 0)

/** Processes a few machines concurrently, and the events of each machine in order. */
async function each(machines: readonly Vending[], work: (machine: Vending) => Promise<void>): Promise<void> {
  const waiting = [...machines]
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
