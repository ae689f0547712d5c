import { bagKey } from '#domain/cash/bags.ts'
import { DAY } from '#domain/time.ts'
import { Broken } from './facts.ts'
import { rowsOn } from './memory-store.ts'
import { collectionsOf } from './model-cash.ts'
import { marked, NO_MARKS, readMark, shownRound, textOf } from './model-rounds.ts'
import type { Marks } from './model-state.ts'
import { ownVans } from './model-vans.ts'
import type { World } from './world.ts'

/** The end of a working day: rounds, vans, photos and bags. */
export function checkEndOfDay(world: World): void {
  checkRounds(world)
  checkVans(world)
  checkPhotosArrived(world)
  checkBags(world)
}

function checkVans({ server: { state }, phones }: World): void {
  if (state.vans.length === 0) return
  for (const { name, disk, userId } of phones.flatMap(({ owns }) => owns)) {
    const plain = (vans: readonly object[]) => JSON.stringify(vans.map((van) => ({ ...van, asOf: '', contains: [], snapshot: 0 })))
    const [shown, right] = [plain(rowsOn(disk, 'vans')), plain(ownVans(state, userId, [], 0))]
    if (shown !== right) throw new Broken('convergence', `${name} has the vans ${shown} instead of ${right}`)
  }
}

/** Whatever was interrupted: each photo is on the server as it was taken, with the last choice of its user, or waits for its user. */
function checkPhotosArrived({ server: { state }, photos, dropped, isRestored }: World): void {
  for (const [id, { own, photo, content }] of photos) {
    if (dropped.has(id)) continue
    const row = rowsOn(own.disk, 'photos').find((one) => one.id === id)
    if (row && (row.state === 'taken' || row.refusal !== null)) continue
    if (row?.state === 'queued') throw new Broken('liveness', `photo ${id} of ${own.name} is still queued`)
    const stored = state.photos.get(id)
    // A phone keeps a photo for some days, in case the server is restored.
    if (!stored && !row && isRestored()) continue
    if (!stored) throw new Broken('a photo is stored once', `photo ${id} of ${own.name} is not on the server`)
    if (stored.content !== content || stored.user !== own.userId || stored.machine !== photo.machineId)
      throw new Broken(
        'a photo is stored once',
        `photo ${id} of ${own.name} is stored with ${stored.content.length} letters of ${content.length}`,
      )
    if (row?.visit && stored.phase !== row.visit.phase)
      throw new Broken(
        'a photo is stored once',
        `photo ${id} of ${own.name} is stored as ${stored.phase}, and ${row.visit.phase} was chosen last`,
      )
  }
}

/** Each count belongs to the latest collection of its bag before it that no earlier count of the day has taken, in any order of arrival. */
function checkBags({ server: { state } }: World): void {
  const taken = new Set<string>()
  const inOrder = [...state.counts.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  for (const { id, at, bag, collection } of inOrder) {
    const before = collectionsOf(state, bag).filter((one) => one.at <= at && one.at > at - 60 * DAY)
    before.sort((a, b) => b.at - a.at || (a.id > b.id ? -1 : 1))
    const right = before.find((one) => one.day === before[0]?.day && !taken.has(one.id)) ?? before[0]
    if (right) taken.add(right.id)
    if (collection !== (right?.id ?? null))
      throw new Broken(
        'a counted bag belongs to its collection',
        `count ${id} of ${bagKey(bag)} belongs to ${collection} instead of ${right?.id}`,
      )
  }
}

/** Of several marks the one made last counts, in any order of arrival, and the phones of its person show it. */
function checkRounds({ server: { state }, watch, phones }: World): void {
  for (const [userId, marks] of state.rounds) {
    // Positions that the office set last; a later mark moves a stop nevertheless.
    let right: Marks = { ...NO_MARKS, positions: new Map([...marks.positions].filter(([, { by }]) => by === '')) }
    const own = [...state.operations.values()].filter((stored) => stored.userId === userId && stored.status === 'applied')
    for (const { opId, call, machineId, at } of own.toSorted((a, b) => a.at - b.at || (a.opId < b.opId ? -1 : 1))) {
      const mark = call === 'markStop' || call === 'markRound' ? readMark(call, watch.kept.get(opId)?.body) : null
      if (mark) right = marked(right, machineId, { ...mark, at, by: opId }, false)
    }
    const [stands, expected] = [textOf(marks), textOf(right)]
    if (stands !== expected) throw new Broken('the latest mark counts', `the round of ${userId} is ${stands} instead of ${expected}`)
    const shown = JSON.stringify(shownRound(state, userId))
    for (const { name, disk } of phones.flatMap(({ owns }) => owns).filter((one) => one.userId === userId)) {
      const rounds = rowsOn(disk, 'rounds')
      if (rounds.length > 0 && JSON.stringify(rounds) !== `[${shown}]`)
        throw new Broken('convergence', `${name} has the rounds ${JSON.stringify(rounds)} instead of ${shown}`)
    }
  }
}
