import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { DAY } from '#domain/time.ts'
import { restoreAccount, sealAccount } from '#offline/account-vault.ts'
import { discard, enqueue } from '#offline/outbox.ts'
import {
  correctPhase,
  dropPhoto,
  dropSentPhotos,
  type PhotoPart,
  retryPhoto,
  type SendPart,
  sendPhotos,
  storePhoto,
} from '#offline/photos.ts'
import { sendJournalAgain } from '#offline/push.ts'
import { sealedOutboxes, unseal } from '#offline/session.ts'
import { StoreFull, writeMeta } from '#offline/store.ts'
import { aDevice } from './simulation/a-device.ts'
import { outboxOn, rowsOn } from './simulation/memory-store.ts'

const PICTURE = { content: Buffer.from('bytes of a photo').toString('base64'), size: 16 }
const MACHINE = 7

afterEach(async () => {
  for (const { database } of await sealedOutboxes()) await unseal(database)
})

const STORED = { state: 'answered', value: { offset: PICTURE.size, isStored: true } } as const
const ok: SendPart = async () => STORED

/** A phone with this many photos, each queued with its report, and the server's photos by id with the number of uploads. */
async function aPhoneWith(count: number) {
  const { disk, device } = aDevice()
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const taken = await storePhoto(device, MACHINE, PICTURE)
    if (!('kept' in taken)) throw new Error('a photo was not stored')
    await enqueue(device, { call: 'reportProblem', machineId: MACHINE, body: { photos: [taken.kept] } }, undefined, [taken.kept])
    ids.push(taken.kept)
  }
  return { disk, device, ids, states: () => rowsOn(disk, 'photos').map(({ state }) => state) }
}

test('a photo is stored when taken, and queued together with its report', async () => {
  const { disk, device } = aDevice()
  const taken = await storePhoto(device, MACHINE, PICTURE)
  const id = 'kept' in taken ? taken.kept : ''
  expect(rowsOn(disk, 'photos')).toMatchObject([{ id, state: 'taken', machineId: MACHINE }])
  const failing = {
    ...device,
    store: { ...device.store, write: async () => Promise.reject(new Error('the disk failed')) },
  }
  await expect(enqueue(failing, { call: 'reportProblem', machineId: MACHINE, body: null }, 'one', [id])).rejects.toThrow('the disk failed')
  expect([outboxOn(disk).entries.length, rowsOn(disk, 'photos')[0]?.state]).toEqual([0, 'taken'])
  expect(await sendPhotos(device, async () => expect.unreachable())).toEqual({ state: 'reachable', retryAfterMs: null })
  await enqueue(device, { call: 'reportProblem', machineId: MACHINE, body: null }, 'one', [id])
  expect([outboxOn(disk).entries.length, rowsOn(disk, 'photos')[0]?.state]).toEqual([1, 'queued'])
  expect(await dropPhoto(device, id)).toBe(false)
})

test('a photo stays queued until the server has confirmed it, whatever fails', async () => {
  const { disk, device, ids, states } = await aPhoneWith(3)
  const stored = new Map<string, number>()
  let failures = 0
  const flaky: SendPart = async ({ id, content }) => {
    expect(content).toBe(PICTURE.content)
    failures++
    if (failures % 3 === 1) return { state: 'unreachable', retryAfterMs: null }
    stored.set(id, (stored.get(id) ?? 0) + 1)
    // The response is lost after the server has stored it.
    return failures % 3 === 2 ? { state: 'unreachable', retryAfterMs: null } : STORED
  }
  for (let round = 0; round < 9 && states().includes('queued'); round++) await sendPhotos(device, flaky)
  expect([states(), [...stored.keys()]]).toEqual([['sent', 'sent', 'sent'], ids])
  expect(rowsOn(disk, 'photoContents')).toHaveLength(3)
  await dropSentPhotos({ ...device, now: () => device.now() + 4 * DAY })
  expect([rowsOn(disk, 'photos'), rowsOn(disk, 'photoContents')]).toEqual([[], []])
})

/** 200 kB of base64, and a server that adds parts as ours does. */
const LARGE = { content: Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251)).toString('base64'), size: 200_000 }
function aServer() {
  const received = new Map<string, Buffer>()
  const parts: { offset: number; bytes: number }[] = []
  const add: SendPart = async ({ id, size, offset, content }) => {
    const part = Buffer.from(content, 'base64')
    parts.push({ offset, bytes: part.length })
    const before = received.get(id) ?? Buffer.alloc(0)
    const after = before.length === offset ? Buffer.concat([before, part]) : before
    received.set(id, after)
    return { state: 'answered', value: { offset: after.length, isStored: after.length === size } }
  }
  return { received, parts, add }
}

async function aLargePhoto() {
  const { disk, device } = aDevice()
  const taken = await storePhoto(device, MACHINE, LARGE)
  const id = 'kept' in taken ? taken.kept : ''
  await enqueue(device, { call: 'reportProblem', machineId: MACHINE, body: { photos: [id] } }, undefined, [id])
  return { disk, device, id }
}

test('an interrupted upload continues from the last part that the server has', async () => {
  const { disk, device, id } = await aLargePhoto()
  const server = aServer()
  let calls = 0
  await sendPhotos(device, async (part) => (++calls === 4 ? { state: 'unreachable', retryAfterMs: null } : server.add(part)))
  expect(rowsOn(disk, 'photos')).toMatchObject([{ state: 'queued', sentBytes: 172_032 }])
  // The response is lost after the server has stored the part.
  await sendPhotos(device, async (part) => {
    await server.add(part)
    return { state: 'unreachable', retryAfterMs: null }
  })
  await sendPhotos(device, server.add)
  expect(rowsOn(disk, 'photos')).toMatchObject([{ state: 'sent' }])
  expect(server.received.get(id)?.toString('base64')).toBe(LARGE.content)
  expect(server.parts.map(({ offset }) => offset)).toEqual([0, 24_576, 73_728, 172_032, 172_032, 196_608])
})

test('parts grow on a fast line and shrink on a slow one', async () => {
  const { device } = await aLargePhoto()
  const server = aServer()
  let at = device.now()
  const slow = { ...device, now: () => at }
  await sendPhotos(slow, async (part) => {
    at += part.offset < 49_000 ? 10_000 : 100
    return server.add(part)
  })
  expect(server.parts.map(({ bytes }) => bytes / 1024).slice(0, 6)).toEqual([24, 12, 6, 6, 6, 12])
})

test('an upload begins again if the server lost it, and pauses without progress', async () => {
  const { disk, device, id } = await aLargePhoto()
  const server = aServer()
  let calls = 0
  await sendPhotos(device, async (part) => (++calls === 3 ? { state: 'unreachable', retryAfterMs: null } : server.add(part)))
  server.received.clear()
  await sendPhotos(device, server.add)
  expect(server.received.get(id)?.toString('base64')).toBe(LARGE.content)
  const other = await aLargePhoto()
  calls = 0
  const stuck: SendPart = async () => {
    calls++
    return { state: 'answered', value: { offset: 0, isStored: false } }
  }
  expect(await sendPhotos(other.device, stuck)).toEqual({ state: 'unreachable', retryAfterMs: null })
  expect([calls, rowsOn(disk, 'photos')[0]?.state]).toEqual([3, 'sent'])
})

test('photos of a discarded report are on the form again', async () => {
  const { disk, device, ids } = await aPhoneWith(2)
  expect(await discard(device, outboxOn(disk).entries[0]?.opId ?? '')).toBe(true)
  expect(rowsOn(disk, 'photos').map(({ id, state }) => [id, state])).toEqual([
    [ids[0], 'taken'],
    [ids[1], 'queued'],
  ])
})

test('a refused photo blocks no other, is kept, and can be sent again or discarded', async () => {
  const { disk, device, ids } = await aPhoneWith(2)
  const full: SendPart = async ({ id }) => (id === ids[0] ? { state: 'refused', status: 409, code: 'PHOTO_SPACE_FULL' } : STORED)
  await sendPhotos(device, full)
  expect(rowsOn(disk, 'photos')).toMatchObject([{ state: 'queued', refusal: 'PHOTO_SPACE_FULL' }, { state: 'sent' }])
  await sendPhotos(device, async () => expect.unreachable())
  await retryPhoto(device, ids[0] ?? '')
  await sendPhotos(device, full)
  expect(await dropPhoto(device, ids[0] ?? '')).toBe(true)
  expect(rowsOn(disk, 'photos')).toHaveLength(1)
})

test('a sign-out or a wrong account stops the queue and loses nothing', async () => {
  const { device, states } = await aPhoneWith(2)
  expect(await sendPhotos(device, async () => ({ state: 'signed-out' }))).toMatchObject({ state: 'signed-out' })
  expect(await sendPhotos(device, async () => ({ state: 'refused', status: 426, code: 'APP_TOO_OLD' }))).toMatchObject({
    state: 'app-too-old',
  })
  expect(states()).toEqual(['queued', 'queued'])
})

test('after a restore of the server, photos that it had confirmed are sent again', async () => {
  const { device, states } = await aPhoneWith(1)
  let received = 0
  const counting: SendPart = async () => {
    received++
    return STORED
  }
  await sendJournalAgain(device, 'first epoch')
  for (let times = 0; times < 2; times++) await sendPhotos(device, counting)
  expect([states(), received]).toEqual([['sent'], 1])
  await sendJournalAgain(device, 'another epoch')
  for (let times = 0; times < 2; times++) await sendPhotos(device, counting)
  expect([states(), received]).toEqual([['sent'], 2])
})

test('a photo is sent again if the server was restored before its response', async () => {
  const { device, states } = await aPhoneWith(1)
  await sendJournalAgain(device, 'first epoch')
  // Another tab hears of the restored database while the response is under way.
  await sendPhotos(device, async () => {
    await sendJournalAgain(device, 'another epoch')
    return STORED
  })
  const sent: string[] = []
  await sendPhotos(device, async ({ id }) => {
    sent.push(id)
    return STORED
  })
  expect([states(), sent.length]).toEqual([['sent'], 1])
})

test('a photo that was sent before the first sync is sent again after it', async () => {
  const { device, states } = await aPhoneWith(1)
  await sendPhotos(device, ok)
  await sendJournalAgain(device, 'first epoch')
  let received = 0
  await sendPhotos(device, async () => {
    received++
    return STORED
  })
  expect([states(), received]).toEqual([['sent'], 1])
})

test('on a full device, sent photos make room for others', async () => {
  const { disk, device } = await aPhoneWith(1)
  await sendPhotos(device, ok)
  await dropSentPhotos(device, { all: true })
  expect(rowsOn(disk, 'photoContents')).toEqual([])
  const full = { ...device, store: { ...device.store, write: async () => Promise.reject(new StoreFull('no space')) } }
  expect(await storePhoto(full, MACHINE, PICTURE)).toEqual({ notKept: 'full' })
})

test('photos of a signed-out user are locked, and restored at the next sign-in', async () => {
  const { disk, device, ids, states } = await aPhoneWith(2)
  const owner = { database: 'roundsman-1-5', key: '5a'.repeat(32) }
  await sealAccount(device.store, owner, 4, 1_000)
  expect([rowsOn(disk, 'photos'), rowsOn(disk, 'photoContents'), outboxOn(disk).entries]).toEqual([[], [], []])
  const [sealed] = await sealedOutboxes()
  expect(Buffer.from(sealed?.content?.data ?? new ArrayBuffer(0)).toString('latin1')).not.toContain(PICTURE.content)
  await restoreAccount(device.store, owner)
  expect([states(), rowsOn(disk, 'photoContents').map(({ id }) => id)]).toEqual([['queued', 'queued'], ids])
  expect(rowsOn(disk, 'photoContents').every(({ content }) => content === PICTURE.content)).toBe(true)
})

const VISIT = '0190b6a0-0000-7000-8000-000000000001'

/** A phone with a photo of a visit that was taken before the work. */
async function aVisitPhoto(picture = PICTURE) {
  const { disk, device } = aDevice()
  const taken = await storePhoto(device, MACHINE, picture, { id: VISIT, phase: 'BEFORE' })
  return { disk, device, id: 'kept' in taken ? taken.kept : '', photo: () => rowsOn(disk, 'photos')[0] }
}

test('a photo of a visit is queued when taken, and carries its visit', async () => {
  const { device, id, photo } = await aVisitPhoto()
  expect(photo()).toMatchObject({ id, state: 'queued', visit: { id: VISIT, phase: 'BEFORE' } })
  const sent: PhotoPart[] = []
  await sendPhotos(device, async (part) => {
    sent.push(part)
    return STORED
  })
  expect(sent).toMatchObject([{ id, machineId: MACHINE, visit: { id: VISIT, phase: 'BEFORE' } }])
  expect(photo()).toMatchObject({ state: 'sent' })
})

test('a correction is sent by the last part again, also during the request', async () => {
  const { device, id, photo } = await aVisitPhoto(LARGE)
  const server = aServer()
  const phases: unknown[] = []
  const send: SendPart = async (part) => {
    const answer = await server.add(part)
    phases.push(part.visit?.phase, part.visit?.correction)
    if (answer.state === 'answered' && answer.value.isStored && part.visit?.phase === 'BEFORE') await correctPhase(device, id, 'AFTER')
    return answer
  }
  await sendPhotos(device, send)
  expect(phases.slice(-4)).toEqual(['BEFORE', undefined, 'AFTER', 1])
  expect(photo()).toMatchObject({ state: 'sent', visit: { phase: 'AFTER' } })
  await correctPhase(device, id, 'AFTER')
  expect(photo()).toMatchObject({ state: 'sent' })
  await correctPhase(device, id, 'BEFORE')
  expect(photo()).toMatchObject({ state: 'queued', sentAt: null, visit: { phase: 'BEFORE', correction: 2 } })
  const parts = server.parts.length
  await sendPhotos(device, server.add)
  expect(server.parts.slice(parts)).toEqual([{ offset: 199_998, bytes: 2 }])
  expect(photo()).toMatchObject({ state: 'sent', visit: { phase: 'BEFORE' } })
})

test('a photo of a visit can be removed until the server has a part', async () => {
  const { device, id, photo } = await aVisitPhoto(LARGE)
  const server = aServer()
  let calls = 0
  await sendPhotos(device, async (part) => (++calls === 2 ? { state: 'unreachable', retryAfterMs: null } : server.add(part)))
  expect(photo()).toMatchObject({ state: 'queued', sentBytes: 24_576 })
  expect(await dropPhoto(device, id)).toBe(false)
  const other = await aVisitPhoto()
  expect(await dropPhoto(other.device, other.id)).toBe(true)
  expect([rowsOn(other.disk, 'photos'), rowsOn(other.disk, 'photoContents')]).toEqual([[], []])
})

test('a photo is sent with its time by the clock of the server', async () => {
  const { disk, device, photo } = await aVisitPhoto()
  const sample = { offset: 90_000, roundTrip: 10, takenAt: device.now(), steady: device.steady() }
  await device.store.write(['meta'], async (work) => writeMeta(work, 'clock', { samples: [sample] }))
  const times: number[] = []
  await sendPhotos(device, async ({ takenAt }) => {
    times.push(takenAt)
    return STORED
  })
  expect(times).toEqual([(photo()?.takenAt ?? 0) + 90_000])
  expect(rowsOn(disk, 'photos')).toHaveLength(1)
})
