import { NO_MACHINE } from '#contract/sync.ts'
import { VAN_CHANGES } from '#domain/vans/van.ts'
import { momentNow } from '#offline/moment-now.ts'
import { enqueue, type OperationInput } from '#offline/outbox.ts'
import { correctPhase, dropPhoto, retryPhoto, storePhoto } from '#offline/photos.ts'
import { rowsOn } from './memory-store.ts'
import { COFFEE_MACHINE, PRODUCTS } from './model-state.ts'
import { signatureBy } from './model-vans.ts'
import type { Random } from './random.ts'
import type { Own, Tab, World } from './world.ts'

type Write = (world: World, tab: Tab, operation: OperationInput) => void

/** Work with a van or with photos; false if this user does neither now. */
export function actOnTheDay(world: World, tab: Tab, random: Random, write: Write): boolean {
  const { vans, photos } = world.faults
  if (vans > 0 && random.chance(vans)) {
    actWithVan(world, tab, random, write)
    return true
  }
  if (photos === 0 || !random.chance(photos)) return false
  actWithPhotos(world, tab, random)
  return true
}

const itemsOf = (random: Random, least: number) =>
  [...new Set([random.pick(PRODUCTS), random.pick(PRODUCTS)])].map((productId) => ({ productId, quantity: random.between(least, 9) }))

function actWithVan(world: World, tab: Tab, random: Random, write: Write): void {
  const [van] = rowsOn(tab.own.disk, 'vans')
  if (!van) return
  const luck = random.next()
  if (luck < 0.5) {
    const type = random.pick(VAN_CHANGES)
    write(world, tab, {
      call: 'changeVan',
      machineId: NO_MACHINE,
      body: { van: van.id, type, items: itemsOf(random, type === 'COUNT' ? 0 : 1) },
    })
  } else if (luck < 0.75) give(world, tab, random, write)
  else take(world, tab, random, write)
}

/** The giver's phone shows a code. In one case of seven it is killed before it has recorded the hand-over. */
function give(world: World, tab: Tab, random: Random, write: Write): void {
  const [van] = rowsOn(tab.own.disk, 'vans')
  const [to] = van?.others ?? []
  if (!van || !to) return
  const items = itemsOf(random, 1)
  // Where a restart would make times uncertain, there is none.
  const mayRestart = !world.plan.clocksChange || world.plan.restarts
  const [isKilled, id] = [random.chance(0.15) && mayRestart, random.uuid()]
  void world.doIn(async () => {
    let trueAt = 0
    const now = () => {
      trueAt = world.scheduler.now()
      return tab.device.now()
    }
    const handOver = { id, from: van.id, to: to.id, at: await momentNow({ ...tab.device, now }), items }
    const body = { ...handOver, signature: signatureBy(van.key, handOver) }
    world.codes.push({ body, giver: tab.own, trueAt })
    if (world.plan.steady) world.scheduler.pass(40_000)
    if (isKilled) world.killTab(tab)
    else write(world, tab, { call: 'handOver', machineId: NO_MACHINE, body })
  })
}

/** The taker scans a code, sometimes in two tabs at once, so that the app cannot know that it is recorded already. */
function take(world: World, tab: Tab, random: Random, write: Write): void {
  const [van] = rowsOn(tab.own.disk, 'vans')
  const fitting = world.codes.filter(({ body }) => body.to === van?.id)
  if (!van || fitting.length === 0) return
  const { body } = random.pick(fitting)
  if (isKnown(tab.own, body.id) && random.chance(0.9)) return
  for (let times = random.chance(0.2) ? 2 : 1; times > 0; times--) write(world, tab, { call: 'handOver', machineId: NO_MACHINE, body })
}

const isKnown = ({ disk }: Own, id: string): boolean =>
  rowsOn(disk, 'vans').some(({ handOvers }) => handOvers.includes(id)) ||
  [...rowsOn(disk, 'outbox'), ...rowsOn(disk, 'journal')].some(
    ({ call, body }) => call === 'handOver' && (body as { id: string }).id === id,
  )

/** One part, or several. */
const SIZES = [30, 30, 60_000]

function actWithPhotos(world: World, tab: Tab, random: Random): void {
  const { device, own } = tab
  // A machine has to be on the phone.
  if (rowsOn(own.disk, 'machines').length === 0) return
  const photos = rowsOn(own.disk, 'photos')
  const luck = random.next()
  if (luck < 0.55 || photos.length === 0) {
    const size = random.pick(SIZES)
    const picture = { size, content: Buffer.alloc(size, random.between(0, 255)).toString('base64') }
    const machine = random.pick([1, COFFEE_MACHINE])
    if (random.chance(0.5)) {
      void world.doIn(() => storePhoto(device, machine, picture, { id: random.uuid(), phase: random.pick(['BEFORE', 'AFTER']) }))
      return
    }
    void world.doIn(async () => {
      const taken = await storePhoto(device, machine, picture)
      if (!('kept' in taken)) return
      const body = { cause: 'MOTOR', outOfOrder: false, photos: [taken.kept] }
      await enqueue(device, { call: 'reportProblem', machineId: machine, body }, device.newId(), [taken.kept])
    })
    return
  }
  const { id } = random.pick(photos)
  if (luck < 0.75) {
    const phase = random.pick(['BEFORE', 'AFTER'] as const)
    void world.doIn(() => correctPhase(device, id, phase))
  } else if (luck < 0.85) {
    world.dropped.add(id)
    void world.doIn(async () => {
      const isGone = await dropPhoto(device, id)
      if (!isGone && rowsOn(own.disk, 'photos').some((photo) => photo.id === id)) world.dropped.delete(id)
    })
  } else void world.doIn(() => retryPhoto(device, id))
}
