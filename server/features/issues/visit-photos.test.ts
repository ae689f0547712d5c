import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredPhoto } from '#contract/problems.ts'
import type { Visit } from '#contract/visits.ts'
import type { PhotoPhase } from '#domain/rounds/round.ts'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aJpeg } from '../../../tests/support/a-jpeg.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { answerError, type S3Server, s3Server } from '../../../tests/support/s3-server.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { movePhotosToDatabase, movePhotosToStore } from '../../photo-store/move-photos.ts'
import { compareStore } from '../../photo-store/photo-objects.ts'
import { createPhotoStore } from '../../photo-store/photo-store.ts'

const clock = aClock(Date.now())
let store: S3Server
let world: TwoCompanies
let machine: StandingMachine
let manager: Caller
let serviceman: Caller
let rival: Caller
beforeAll(async () => {
  store = await s3Server()
  world = await twoCompanies({ now: clock.now, settings: { photoStore: store.settings } })
})
beforeEach(async () => {
  clock.pass(2 * HOUR)
  const cola = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  machine = await aMachine(world.ctx, world.company, { name: 'Foyer', slots: [{ number: '11', product: cola, max: 10, quantity: 4 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  clock.pass(HOUR)
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
})
afterEach(() => store.work())
afterAll(async () => {
  await world.close()
  await store.close()
})

const jpeg = (length = 900) => aJpeg(length, randomUUID())
const aVisit = () => ({ id: randomUUID(), start: 'LIST' as const })

type Sent = { id?: string; visit: { id: string }; phase: PhotoPhase; takenAt?: Moment; content?: Buffer; by?: Caller }
/** Uploads a photo of a visit in one part. */
async function send({ id = randomUUID(), visit, phase, takenAt = clock.now(), content = jpeg(), by = serviceman }: Sent) {
  const body = { size: content.length, offset: 0, content: content.toString('base64') }
  const response = await by('PATCH', `/machines/${machine.id}/photos/${id}`, {
    ...body,
    takenAt: toIso(takenAt),
    visit: { id: visit.id, phase },
  })
  return { id, content, response }
}
const restock = (visit: ReturnType<typeof aVisit>, at = clock.now()) =>
  aPhone(serviceman).push({
    ...{ call: 'restockSlots', machineId: machine.id, at, visit },
    body: [{ productInstallationId: machine.slot('11').point, quantity: 3 }],
  })
const visitsOf = async (by = manager): Promise<Visit[]> => (await by('GET', `/visits?machine=${machine.id}`)).json().data
const photosOf = async (by = manager): Promise<StoredPhoto[]> => (await by('GET', `/photos?machine=${machine.id}`)).json().data
const remove = (id: string, by = manager) => by('DELETE', `/machines/${machine.id}/photos/${id}`)
const usage = async () => (await manager('GET', '/company/photos')).json().data

describe('photo of a visit', () => {
  test('is listed with its visit, before and after the work', async () => {
    const visit = aVisit()
    const begun = clock.now()
    const before = await send({ visit, phase: 'BEFORE' })
    expect(before.response.json()).toEqual({ data: { id: before.id, offset: before.content.length, isStored: true } })
    clock.pass(5 * MINUTE)
    await restock(visit)
    clock.pass(2 * MINUTE)
    const after = await send({ visit, phase: 'AFTER' })
    expect(await visitsOf()).toMatchObject([
      {
        ...{ id: visit.id, added: 3, operations: [{ call: 'restockSlots' }], from: toIso(begun), until: toIso(clock.now()) },
        photos: [
          { id: before.id, phase: 'BEFORE', at: toIso(begun) },
          { id: after.id, phase: 'AFTER', at: toIso(clock.now()) },
        ],
      },
    ])
    expect(await photosOf()).toMatchObject([
      { id: after.id, machine: { id: machine.id, name: 'Foyer' }, user: { id: world.serviceman.id }, visit: { phase: 'AFTER' } },
      { id: before.id, size: before.content.length, visit: { id: visit.id, phase: 'BEFORE' } },
    ])
  })

  test('is corrected by a repeated part of its own user only', async () => {
    const visit = aVisit()
    const { id, content } = await send({ visit, phase: 'AFTER' })
    const last = { size: content.length, offset: content.length - 3, content: content.subarray(-3).toString('base64') }
    const correct = (by: Caller, phase: PhotoPhase) =>
      by('PATCH', `/machines/${machine.id}/photos/${id}`, { ...last, visit: { id: visit.id, phase } })
    expect((await correct(serviceman, 'BEFORE')).json().data.isStored).toBe(true)
    expect((await photosOf())[0]?.visit).toEqual({ id: visit.id, phase: 'BEFORE' })
    expect((await correct(manager, 'AFTER')).json().code).toBe('PHOTO_TAKEN')
    await serviceman('PATCH', `/machines/${machine.id}/photos/${id}`, last)
    expect((await photosOf())[0]?.visit).toEqual({ id: visit.id, phase: 'BEFORE' })
    const again = { content: content.toString('base64'), visit: { id: visit.id, phase: 'AFTER' } }
    expect((await serviceman('PUT', `/machines/${machine.id}/photos/${id}`, again)).statusCode).toBe(200)
    expect((await photosOf())[0]?.visit?.phase).toBe('AFTER')
  })

  test('keeps its last correction in every order of arrival', async () => {
    const visit = aVisit()
    const sent: { phase: PhotoPhase; correction?: number }[] = [
      { phase: 'AFTER' },
      { phase: 'BEFORE', correction: 1 },
      { phase: 'AFTER', correction: 2 },
    ]
    const orders = sent.reduce<number[][]>(
      (all, _, one) => all.flatMap((order) => [...Array(order.length + 1).keys()].map((at) => order.toSpliced(at, 0, one))),
      [[]],
    )
    const content = jpeg()
    for (const order of orders) {
      const id = randomUUID()
      for (const one of [...order, order[0] ?? 0]) {
        const body = { content: content.toString('base64'), visit: { id: visit.id, ...sent[one] } }
        expect((await serviceman('PUT', `/machines/${machine.id}/photos/${id}`, body)).statusCode).toBe(200)
      }
      const stored = (await photosOf()).find((photo) => photo.id === id)
      expect([order, stored?.visit]).toEqual([order, { id: visit.id, phase: 'AFTER' }])
      await remove(id)
    }
  })

  test('is counted on a page after the last one', async () => {
    await send({ visit: aVisit(), phase: 'AFTER' })
    const beyond = (await manager('GET', `/photos?machine=${machine.id}&size=10&page=3`)).json()
    expect([beyond.data, beyond.pageDetails.totalElements]).toEqual([[], 1])
  })

  test('of an older app keeps the visit that was sent last', async () => {
    const visit = aVisit()
    const { id, content } = await send({ visit, phase: 'AFTER' })
    await send({ id, visit, phase: 'BEFORE', content })
    expect((await photosOf())[0]?.visit).toEqual({ id: visit.id, phase: 'BEFORE' })
  })

  test('makes a visit without other work, and extends one by 45 minutes at most', async () => {
    const [alone, long] = [aVisit(), aVisit()]
    await send({ visit: alone, phase: 'BEFORE', takenAt: clock.now() - 5 * HOUR })
    const at = clock.now()
    await send({ visit: long, phase: 'BEFORE', takenAt: at - 9 * HOUR })
    await restock(long, at)
    expect(await visitsOf()).toMatchObject([
      { id: long.id, from: toIso(at - 45 * MINUTE), until: toIso(at), photos: [{ phase: 'BEFORE' }] },
      { id: alone.id, operations: [], start: null, added: 0, withdrawals: 0, photos: [{ phase: 'BEFORE' }] },
    ])
  })

  test('is visible to the employees of the machine, and not to other companies', async () => {
    const visit = aVisit()
    await restock(visit)
    await send({ visit, phase: 'AFTER' })
    expect(await visitsOf(serviceman)).toMatchObject([{ id: visit.id, photos: [{ phase: 'AFTER' }] }])
    expect((await serviceman('GET', '/visits')).json().code).toBe('MACHINE_NOT_FOUND')
    const other = await aMachine(world.ctx, world.company)
    expect((await serviceman('GET', `/visits?machine=${other.id}`)).json().code).toBe('MACHINE_NOT_FOUND')
    expect([await visitsOf(rival), await photosOf(rival)]).toEqual([[], []])
    expect((await serviceman('GET', '/photos')).statusCode).toBe(403)
  })

  test('is refused with an unknown phase or an unknown key', async () => {
    const wrong = [
      { id: randomUUID(), phase: 'DURING' },
      { id: 'x', phase: 'AFTER' },
      { id: randomUUID(), phase: 'AFTER', more: 1 },
      { id: randomUUID(), phase: 'AFTER', correction: -1 },
    ]
    for (const visit of wrong) {
      const body = { content: jpeg().toString('base64'), visit }
      const refused = await serviceman('PUT', `/machines/${machine.id}/photos/${randomUUID()}`, body)
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'INVALID'])
    }
    expect(await photosOf()).toEqual([])
  })
})

test('the cash of a visit is what was counted, and shown to managers only', async () => {
  const visit = aVisit()
  for (const bag of ['B-1', 'B-2']) {
    await aPhone(serviceman).push({ call: 'withdrawCash', machineId: machine.id, at: clock.now(), body: { bag }, visit })
    clock.pass(MINUTE)
  }
  expect(await visitsOf()).toMatchObject([{ withdrawals: 2, cash: { counted: null, uncounted: 2 } }])
  await manager('POST', '/bag-counts', { bag: 'B-1', amount: 12.5 })
  clock.pass(MINUTE)
  await manager('POST', '/bag-counts', { bag: 'B-1', amount: 13.25 })
  expect(await visitsOf()).toMatchObject([{ withdrawals: 2, cash: { counted: 13.25, uncounted: 1 } }])
  const [shown] = await visitsOf(serviceman)
  expect([shown?.withdrawals, shown?.cash]).toEqual([2, undefined])
})

describe('deleted photo', () => {
  test('is gone from lists, space and store, and does not come back', async () => {
    const [visit, id, report] = [aVisit(), randomUUID(), randomUUID()]
    const before = await usage()
    const { content } = await send({ id, visit, phase: 'AFTER' })
    await aPhone(serviceman).push({
      ...{ call: 'reportProblem', machineId: machine.id, at: clock.now(), opId: report },
      body: { cause: 'MOTOR', slotId: null, outOfOrder: false, note: '', photos: [id] },
    })
    expect((await usage()).count).toBe(before.count + 1)
    for (const by of [serviceman, rival]) expect([403, 404]).toContain((await remove(id, by)).statusCode)
    expect([...store.objects.keys()].some((key) => key.includes(id))).toBe(true)
    for (let again = 0; again < 2; again++) expect((await remove(id)).json()).toEqual({ data: { id } })
    const isGone = async () => {
      expect((await manager('GET', `/machines/${machine.id}/photos/${id}`)).json().code).toBe('PHOTO_NOT_FOUND')
      expect([await photosOf(), (await visitsOf()).flatMap(({ photos }) => photos)]).toEqual([[], []])
      expect((await manager('GET', `/issues/${report}`)).json().data.staff.photos).toEqual([])
      expect([...store.objects.keys()].filter((key) => key.includes(id))).toEqual([])
      expect(await usage()).toEqual(before)
    }
    await isGone()
    const { response } = await send({ id, visit, phase: 'BEFORE', content })
    expect(response.json().data.isStored).toBe(true)
    await isGone()
    const entries = (await manager('GET', `/audit?machine=${machine.id}`)).json().data as { action: string }[]
    expect(entries.filter(({ action }) => action === 'photo-deleted')).toHaveLength(1)
  })

  test('stays while the store fails, and an unknown one is refused', async () => {
    const { id, content } = await send({ visit: aVisit(), phase: 'AFTER' })
    store.fail((_, response) => {
      answerError(response, 403, 'AccessDenied')
      return true
    })
    const refused = await remove(id)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'PHOTO_STORE_AWAY'])
    store.work()
    expect((await manager('GET', `/machines/${machine.id}/photos/${id}`)).rawPayload).toEqual(content)
    expect((await remove(randomUUID())).json().code).toBe('PHOTO_NOT_FOUND')
  })

  test('is not moved between database and store, also if it is deleted meanwhile', async () => {
    const { database } = world.ctx
    const photoStore = createPhotoStore(store.settings, clock.now)
    const taken = async () => (await send({ visit: aVisit(), phase: 'AFTER' })).id
    const [kept, gone, late] = [await taken(), await taken(), await taken()]
    await movePhotosToDatabase({ database, photoStore })
    await remove(gone)
    const put: typeof photoStore.put = async (name, content) => {
      if (name.id === late) await remove(late)
      await photoStore.put(name, content)
    }
    await movePhotosToStore({ database, photoStore: { ...photoStore, put } })
    const rows = await rowsOf(
      database.owner,
      sql`select store, content is null as "isEmpty" from photos where id in (${kept}::uuid, ${gone}::uuid, ${late}::uuid) order by deleted_at nulls first`,
    )
    expect(rows).toEqual([
      { store: 's3', isEmpty: true },
      { store: 'database', isEmpty: true },
      { store: 'database', isEmpty: true },
    ])
    expect(await compareStore({ ...world.ctx, photoStore })).toMatchObject({ missing: [] })
  })
})
