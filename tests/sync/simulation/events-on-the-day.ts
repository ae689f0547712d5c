import type { MachineId, UserId } from '#domain/ids.ts'
import { MACHINES, planned, shownRound } from './model-rounds.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const BAGS = ['B-7', 'b 8', 'B-9']

/** The office counts a bag; after a lost response it does so again with the same key. */
export function countBag({ server, counted, failed, scheduler, plan }: World, random: Random): void {
  const again = counted.length > 0 && random.chance(0.25) ? random.pick(counted) : null
  const [opId, bag] = again ?? [random.uuid(), random.pick(BAGS)]
  if (!again) counted.push([opId, bag])
  if (plan.steady) scheduler.pass(40_000)
  void server.countBag(opId, bag).catch(failed)
}

/** The office gives a van to another driver, or to none. */
export function giveVan({ server, failed, scheduler, plan }: World, random: Random): void {
  const van = random.pick(server.state.vans)
  const user = random.chance(0.2) ? null : random.between(1, plan.people)
  if (plan.steady) scheduler.pass(40_000)
  void server.giveVan(van, user).catch(failed)
  if (plan.steady) scheduler.pass(40_000)
}

/** The office adds, places, removes or moves a stop, or deletes a round on which nothing was recorded. */
export function changeRound(world: World, random: Random): void {
  const { server, plan, failed, scheduler } = world
  const { state } = server
  const userId = random.between(1, plan.people)
  const machine = random.pick(MACHINES)
  const place = random.between(1, 9) + random.next()
  const luck = random.next()
  const put = (user: UserId, of: MachineId) => server.plan(user, (marks, now) => planned(marks, of, null, place, now))
  const remove = (user: UserId, of: MachineId) =>
    server.plan(user, (marks, now) => (marks.plan.has(of) ? planned(marks, of, now, place, now) : marks))
  const isOpen = () => shownRound(state, userId).stops.find((stop) => stop.machineId === machine)?.state === 'PLANNED'
  const move = async () => {
    const to = random.between(1, plan.people)
    if (to === userId || !isOpen()) return
    await remove(userId, machine)
    await put(to, machine)
  }
  const deleteIt = () =>
    server.plan(userId, (marks) => {
      const { markedAt, stops } = shownRound(state, userId)
      return markedAt === null && stops.every((stop) => stop.state === 'PLANNED') ? null : marks
    })
  if (plan.steady) scheduler.pass(40_000)
  const done = luck < 0.4 ? put(userId, machine) : luck < 0.75 ? remove(userId, machine) : luck < 0.95 ? move() : deleteIt()
  void done.catch(failed)
}
