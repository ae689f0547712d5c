import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'
import { aJpeg } from '../../../tests/support/a-jpeg.ts'
import { aMachine, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { answerError, type S3Server, s3Server } from '../../../tests/support/s3-server.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { runDueJobs } from '../../jobs/run-jobs.ts'
import { movePhotosToDatabase, movePhotosToStore } from '../../photo-store/move-photos.ts'
import { compareStore, countStoredPhotos } from '../../photo-store/photo-objects.ts'
import { createPhotoStore } from '../../photo-store/photo-store.ts'
import { selfCheckNow } from '../../self-check/self-check.job.ts'
import { purgePhotosJob } from './purge-photos.job.ts'

const clock = aClock(Date.now())
let store: S3Server
let world: TwoCompanies
let machine: StandingMachine
let manager: Caller
let serviceman: Caller
beforeAll(async () => {
  store = await s3Server({ pageSize: 3 })
  world = await twoCompanies({ now: clock.now, settings: { photoStore: store.settings, photoCount: 6 } })
  machine = await aMachine(world.ctx, world.company)
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
})
beforeEach(async () => {
  clock.pass(MINUTE)
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
})
afterEach(async () => {
  store.work()
  store.objects.clear()
  await world.ctx.database.owner.execute(sql`delete from photos`)
  await world.ctx.database.owner.execute(sql`delete from photo_uploads`)
  await world.ctx.database.owner.execute(sql`delete from jobs`)
})
afterAll(async () => {
  await world.close()
  await store.close()
})

const jpeg = (length = 1_000) => aJpeg(length, randomUUID())
const put = (id: string, content = jpeg(), by = serviceman) =>
  by('PUT', `/machines/${machine.id}/photos/${id}`, { content: content.toString('base64') })
const get = (id: string, by = manager) => by('GET', `/machines/${machine.id}/photos/${id}`)
const part = (id: string, content: Buffer, offset: number, end: number, by = serviceman) =>
  by('PATCH', `/machines/${machine.id}/photos/${id}`, {
    ...{ size: content.length, offset, content: content.subarray(offset, end).toString('base64') },
  })
const photos = () =>
  rowsOf<{ store: string; inRow: boolean }>(world.ctx.database.owner, sql`select store, content is not null as "inRow" from photos`)
const usage = async () => (await manager('GET', '/company/photos')).json().data
const photoStore = () => createPhotoStore(store.settings, clock.now)
/** The server's circuit breaker is closed again after a pause. */
const afterPause = () => clock.pass(20_000)

describe('photo in a store', () => {
  test('is an object under the company, not in the database, and read through the server', async () => {
    const [id, content] = [randomUUID(), jpeg()]
    expect((await put(id, content)).json()).toEqual({ data: { id, size: content.length } })
    expect((await put(id, content)).statusCode).toBe(200)
    expect(await photos()).toEqual([{ store: 's3', inRow: false }])
    expect([...store.objects.keys()]).toEqual([expect.stringMatching(new RegExp(`^here/${world.company}/${id}/[\\w-]{43}$`))])
    const read = await get(id)
    expect([read.statusCode, read.headers['content-type'], read.rawPayload]).toEqual([200, 'image/jpeg', content])
    expect((await put(id, jpeg())).json().code).toBe('PHOTO_TAKEN')
    expect((await get(id)).rawPayload).toEqual(content)
  })

  test('is not read for another company, also with the same id', async () => {
    const id = randomUUID()
    await put(id)
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect((await get(id, rival)).json().code).toBe('MACHINE_NOT_FOUND')
    const theirs = await aMachine(world.ctx, world.rivalCompany)
    const content = jpeg()
    expect((await rival('PUT', `/machines/${theirs.id}/photos/${id}`, { content: content.toString('base64') })).statusCode).toBe(200)
    expect((await rival('GET', `/machines/${theirs.id}/photos/${id}`)).rawPayload).toEqual(content)
    expect((await get(id)).rawPayload).not.toEqual(content)
    expect(store.objects.size).toBe(2)
    expect((await (async () => rival('GET', '/company/photos'))()).json().data.count).toBe(1)
  })

  test('is refused with 503 while the store fails, and stored afterwards once', async () => {
    const [id, content] = [randomUUID(), jpeg()]
    const faults: Parameters<S3Server['fail']>[0][] = [
      ({ socket }) => Boolean(socket.destroy()),
      (_, response) => {
        answerError(response, 500, 'InternalError')
        return true
      },
      (_, response) => {
        answerError(response, 403, 'InvalidAccessKeyId')
        return true
      },
    ]
    for (const fault of faults) {
      store.fail(fault)
      const refused = await put(id, content)
      expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'PHOTO_STORE_AWAY', '60'])
    }
    expect(await photos()).toEqual([])
    store.work()
    afterPause()
    expect((await put(id, content)).statusCode).toBe(200)
    expect([(await photos()).length, store.objects.size]).toEqual([1, 1])
  })

  test('cannot be read while the store fails, and a missing object is no photo', async () => {
    const id = randomUUID()
    await put(id)
    store.fail((_, response) => Boolean(response.writeHead(200).end('something else')))
    const refused = await get(id)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'PHOTO_STORE_AWAY'])
    store.work()
    store.objects.clear()
    expect((await get(id)).json().code).toBe('PHOTO_NOT_FOUND')
  })

  test('is limited by number, shown to managers, and deletable by age only', async () => {
    for (let count = 0; count < 6; count++) expect((await put(randomUUID())).statusCode).toBe(200)
    const refused = await put(randomUUID())
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PHOTO_SPACE_FULL'])
    expect((await part(randomUUID(), jpeg(), 0, 400)).json().code).toBe('PHOTO_SPACE_FULL')
    const { photoBytes, photoDays } = world.ctx.settings
    expect(await usage()).toEqual({ count: 6, bytes: 6_000, maxCount: 6, maxBytes: photoBytes, days: photoDays })
    expect((await serviceman('GET', '/company/photos')).statusCode).toBe(403)
    expect(store.objects.size).toBe(6)
  })

  test('is deleted by age from both places, and kept while the store fails', async () => {
    const ctx = { ...world.ctx, log: world.app.log }
    for (let count = 0; count < 4; count++) await put(randomUUID())
    const age = (days: number) =>
      world.ctx.database.owner.execute(sql`update photos set created_at = created_at - make_interval(days => ${days})`)
    await age(world.ctx.settings.photoDays - 1)
    await put(randomUUID())
    await runDueJobs(ctx, [purgePhotosJob])
    expect([(await photos()).length, store.objects.size]).toEqual([5, 5])
    await age(2)
    store.fail(({ method }, response) => {
      if (method !== 'DELETE') return false
      answerError(response, 503, 'SlowDown')
      return true
    })
    expect(await purgePhotosJob.run(ctx)).toBe('trouble')
    expect((await photos()).length).toBe(5)
    store.work()
    afterPause()
    expect(await purgePhotosJob.run(ctx)).toBe('well')
    expect([(await photos()).length, store.objects.size]).toEqual([1, 1])
  })

  test('objects without a photo and photos without an object are found', async () => {
    const [id, lost] = [randomUUID(), randomUUID()]
    for (const one of [id, lost]) await put(one)
    const keyOf = (photo: string) => [...store.objects.keys()].find((key) => key.includes(photo)) ?? ''
    store.objects.delete(keyOf(lost))
    const orphan = `here/${world.company}/${randomUUID()}/${'a'.repeat(43)}`
    const young = `here/${world.company}/${randomUUID()}/${'b'.repeat(43)}`
    store.objects.set(orphan, { content: jpeg(), changedAt: clock.now() - 2 * DAY })
    store.objects.set(young, { content: jpeg(), changedAt: clock.now() - HOUR })
    store.objects.set('here/notes.txt', { content: jpeg(), changedAt: 0 })
    const check = { ...world.ctx, photoStore: photoStore() }
    const expected = { orphans: [orphan], missing: [{ company: world.company, photo: lost }] }
    expect(await compareStore(check)).toEqual(expected)
    expect((await selfCheckNow(check, { rebuild: true })).photos).toEqual(expected)
    expect([...store.objects.keys()].sort()).toEqual([keyOf(id), young, 'here/notes.txt'].sort())
    store.fail(({ socket }) => Boolean(socket.destroy()))
    expect(await compareStore(check)).toMatchObject({ failure: expect.stringContaining('cannot be listed') })
    expect(await compareStore({ ...check, photoStore: null })).toEqual({
      failure: '2 photos are in a photo store, and PHOTO_STORE is not set',
    })
  })

  test('moves from the database to the store and back, and continues after a failure', async () => {
    const { database } = world.ctx
    const contents = new Map(Array.from({ length: 5 }, () => [randomUUID(), jpeg()] as const))
    for (const [id, content] of contents) await put(id, content)
    expect(await movePhotosToDatabase({ database, photoStore: photoStore() })).toEqual({ moved: 5, missing: [] })
    expect([await photos(), store.objects.size]).toEqual([Array.from({ length: 5 }, () => ({ store: 'database', inRow: true })), 0])
    let requests = 0
    store.fail((_, response) => {
      if (++requests < 3) return false
      answerError(response, 403, 'AccessDenied')
      return true
    })
    await expect(movePhotosToStore({ database, photoStore: photoStore() })).rejects.toThrow('AccessDenied')
    for (const [id, content] of contents)
      expect((await get(id)).rawPayload.equals(content) || (await get(id)).statusCode === 503).toBe(true)
    store.work()
    afterPause()
    await movePhotosToStore({ database, photoStore: photoStore() })
    expect([(await photos()).every((one) => one.store === 's3'), store.objects.size]).toEqual([true, 5])
    expect(await database.asSystem(countStoredPhotos)).toBe(5)
    for (const [id, content] of contents) expect((await get(id)).rawPayload).toEqual(content)
  })
})

describe('photo in parts', () => {
  test('is stored once all parts arrived, each counted once', async () => {
    const [id, content] = [randomUUID(), jpeg(3_000)]
    const send = async (from: number, to: number) => (await part(id, content, from, to)).json().data
    expect(await send(0, 900)).toEqual({ id, offset: 900, isStored: false })
    expect(await send(0, 900)).toEqual({ id, offset: 900, isStored: false })
    expect(await send(1_800, 2_700)).toEqual({ id, offset: 900, isStored: false })
    expect(await send(900, 2_700)).toEqual({ id, offset: 2_700, isStored: false })
    expect((await get(id)).json().code).toBe('PHOTO_NOT_FOUND')
    expect((await usage()).count).toBe(1)
    expect(await send(2_700, 3_000)).toEqual({ id, offset: 3_000, isStored: true })
    expect(await send(2_700, 3_000)).toEqual({ id, offset: 3_000, isStored: true })
    expect((await get(id)).rawPayload).toEqual(content)
    expect(await usage()).toMatchObject({ count: 1, bytes: 3_000 })
    expect((await put(id, content)).statusCode).toBe(200)
  })

  test('continues after the store failed at the last part', async () => {
    const [id, content] = [randomUUID(), jpeg(3_000)]
    await part(id, content, 0, 2_700)
    store.fail(({ socket }) => Boolean(socket.destroy()))
    expect((await part(id, content, 2_700, 3_000)).statusCode).toBe(503)
    store.work()
    afterPause()
    expect((await part(id, content, 2_700, 3_000)).json().data).toEqual({ id, offset: 3_000, isStored: true })
    expect((await get(id)).rawPayload).toEqual(content)
  })

  test('begins again if the server lost the beginning, or its size changed', async () => {
    const [id, content] = [randomUUID(), jpeg(3_000)]
    expect((await part(id, content, 900, 1_800)).json().data.offset).toBe(0)
    await part(id, content, 0, 900)
    const other = jpeg(2_000)
    expect((await part(id, other, 900, 1_800)).json().data.offset).toBe(0)
    expect((await part(id, other, 0, 2_000)).json().data.isStored).toBe(true)
    expect((await get(id)).rawPayload).toEqual(other)
  })

  test('is each user’s own until it is complete', async () => {
    const [id, content] = [randomUUID(), jpeg(3_000)]
    await part(id, content, 0, 900)
    const theirs = jpeg(3_000)
    expect((await part(id, theirs, 900, 3_000, manager)).json().data.offset).toBe(0)
    expect((await part(id, theirs, 0, 3_000, manager)).json().data.isStored).toBe(true)
    expect((await part(id, content, 900, 3_000)).json().code).toBe('PHOTO_TAKEN')
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect((await part(randomUUID(), content, 0, 900, rival)).json().code).toBe('MACHINE_NOT_FOUND')
  })

  test('is refused if it is no image or too long, and deleted after a week', async () => {
    const [id, content] = [randomUUID(), jpeg(3_000)]
    expect((await part(id, Buffer.alloc(3_000, 'x'), 0, 900)).json().code).toBe('PHOTO_UNREADABLE')
    const over = { size: 1_000, offset: 900, content: content.subarray(0, 300).toString('base64') }
    expect((await serviceman('PATCH', `/machines/${machine.id}/photos/${id}`, over)).json().code).toBe('INVALID')
    await part(id, content, 0, 900)
    await world.ctx.database.owner.execute(sql`update photo_uploads set updated_at = updated_at - interval '8 days'`)
    await purgePhotosJob.run({ ...world.ctx, log: world.app.log })
    expect((await part(id, content, 900, 3_000)).json().data.offset).toBe(0)
  })
})
