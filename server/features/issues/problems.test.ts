import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Issue } from '#contract/issues.ts'
import { PHOTO_BYTES } from '#domain/issues.ts'
import { DAY, HOUR, MINUTE, toIso } from '#domain/time.ts'
import { aJpeg } from '../../../tests/support/a-jpeg.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../../tests/support/phone.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { runDueJobs } from '../../jobs/run-jobs.ts'
import { purgePhotosJob } from './purge-photos.job.ts'
import { A_DAY } from './save-photo.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine
let manager: Caller
let serviceman: Caller
let rival: Caller
let cola: number
let nuts: number
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  cola = await aProduct(world.ctx, world.company, { name: 'Cola' })
  nuts = await aProduct(world.ctx, world.company, { name: 'Nuts' })
})
afterAll(() => world.close())

/** Tests move the clock by weeks, after which a session has expired. */
async function signInAgain() {
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
}

beforeEach(async () => {
  clock.pass(MINUTE)
  await signInAgain()
  machine = await aMachine(world.ctx, world.company, { name: 'Foyer', slots: [{ number: '11', product: cola, max: 10, quantity: 4 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  clock.pass(MINUTE)
})

const aReport = (more: object = {}, over: Partial<PhoneOperation> = {}): PhoneOperation & { opId: string } => ({
  call: 'reportProblem',
  machineId: machine.id,
  at: clock.now(),
  opId: randomUUID(),
  body: { cause: 'MOTOR', slotId: machine.slot('11').slotId, outOfOrder: false, note: 'It hums', photos: [], ...more },
  ...over,
})
const issueOf = async (id: string, by = manager): Promise<Issue> => (await by('GET', `/issues/${id}`)).json().data
const JPEG = aJpeg()
const put = (id: string, content: Buffer = JPEG, { by = serviceman, at = machine.id, takenAt = clock.now() } = {}) =>
  by('PUT', `/machines/${at}/photos/${id}`, { content: content.toString('base64'), takenAt: toIso(takenAt) })
const get = (id: string, by = manager, at = machine.id) => by('GET', `/machines/${at}/photos/${id}`)

describe('problem report', () => {
  test('open problem counts at its machine until it is closed or a month old', async () => {
    const count = async () => (await manager('GET', `/machines/${machine.id}`)).json().data.openProblems
    expect(await count()).toBe(0)
    const [first, second] = [aReport(), aReport()]
    expect(await aPhone(serviceman).push(first)).toMatchObject([{ status: 'applied' }])
    expect(await aPhone(serviceman).push(second)).toMatchObject([{ status: 'applied' }])
    expect(await count()).toBe(2)
    await manager('PATCH', `/issues/${first.opId}`, { status: 'RESOLVED' })
    expect(await count()).toBe(1)
    clock.pass(31 * DAY)
    await signInAgain()
    expect(await count()).toBe(0)
  })

  test('becomes an issue, marked as from staff, once', async () => {
    const photo = randomUUID()
    const operation = aReport({ outOfOrder: true, photos: [photo] })
    const phone = aPhone(serviceman)
    expect(await phone.push(operation)).toMatchObject([{ status: 'applied', warnings: [] }])
    expect(await phone.push(operation)).toMatchObject([{ status: 'applied' }])
    expect(await issueOf(operation.opId)).toEqual({
      identifier: operation.opId,
      type: 'MACHINE_OUT_OF_SERVICE',
      status: 'OPEN',
      details: 'It hums',
      contactDetails: null,
      machine: { id: machine.id, name: 'Foyer', active: true },
      created: toIso(operation.at),
      staff: {
        cause: 'MOTOR',
        outOfOrder: true,
        reporter: { id: world.serviceman.id, name: expect.any(String) },
        slot: { id: machine.slot('11').slotId, number: '11' },
        isUndone: false,
        photos: [{ id: photo, isHere: false }],
      },
    })
    const ids = async (query: string) =>
      (await manager('GET', `/issues?machine=${machine.id}&${query}`)).json().data.map(({ identifier }: Issue) => identifier)
    expect(await ids('source=STAFF')).toEqual([operation.opId])
    expect(await ids('source=CUSTOMER')).toEqual([])
  })

  test('is an activity, a notification of managers, and an alert by the rules for issues', async () => {
    await manager('POST', '/company/alerts', { event: 'NEW_CUSTOMER_ISSUE', channel: 'PUSH' })
    const operation = aReport({ cause: 'LEAK' })
    await aPhone(serviceman).push(operation)
    const [line] = (await manager('GET', '/activity?types=PROBLEM_REPORTED&size=1')).json().data
    expect(line).toMatchObject({ message: 'It hums', user: { id: world.serviceman.id }, details: { cause: 'LEAK', issue: operation.opId } })
    expect((await manager('GET', '/notifications')).json().data[0]).toMatchObject({
      message: 'PROBLEM_REPORTED',
      slug: `/dashboard/more/issues?issue=${operation.opId}`,
      values: { cause: 'LEAK', machine: 'Foyer' },
    })
    const mails = await rowsOf(
      world.ctx.database.owner,
      sql`select m.event, m.activity from alert_messages m where m.company_id = ${world.company} and m.machine_id = ${machine.id}`,
    )
    expect(mails).toEqual([{ event: 'NEW_CUSTOMER_ISSUE', activity: 'PROBLEM_REPORTED' }])
  })

  test('is undone as invalid, also if the undo arrives first, and can be reopened', async () => {
    const phone = aPhone(serviceman)
    const undoOf = (operationId: string): PhoneOperation => ({
      call: 'voidOperation',
      machineId: machine.id,
      at: clock.now(),
      body: { operationId },
    })
    const operation = aReport()
    await phone.push(operation, undoOf(operation.opId))
    expect(await issueOf(operation.opId)).toMatchObject({ status: 'INVALID', staff: { isUndone: true } })
    const late = aReport()
    await phone.push(undoOf(late.opId))
    await phone.push(late)
    expect(await issueOf(late.opId)).toMatchObject({ status: 'INVALID', staff: { isUndone: true } })
    await manager('PATCH', `/issues/${operation.opId}`, { status: 'OPEN' })
    expect(await issueOf(operation.opId)).toMatchObject({ status: 'OPEN', staff: { isUndone: false } })
    const [line] = (await manager('GET', `/activity?types=PROBLEM_REPORTED&machine=${machine.id}`)).json().data
    expect(line).toMatchObject({ undone: true })
  })

  test('counts for a deleted machine, from a former serviceman, and weeks later', async () => {
    const operation = aReport()
    clock.pass(MINUTE)
    await manager('DELETE', `/machines/${machine.id}/servicemen/${world.serviceman.id}`)
    clock.pass(20 * DAY)
    await signInAgain()
    const after = aReport()
    expect(await aPhone(serviceman).push(operation, after)).toMatchObject([
      { status: 'applied', warnings: [{ code: 'LATE' }, { code: 'NOT_ASSIGNED' }] },
      { status: 'rejected', code: 'MACHINE_NOT_FOUND' },
    ])
    await manager('DELETE', `/machines/${machine.id}`)
    const gone = aReport()
    expect(await aPhone(manager).push(gone)).toMatchObject([{ status: 'applied', warnings: [{ code: 'MACHINE_GONE' }] }])
    expect(await issueOf(gone.opId)).toMatchObject({ machine: { active: false } })
  })

  test('is refused for another machine’s slot, an unknown cause, unknown fields and foreign machines', async () => {
    const other = await aMachine(world.ctx, world.company, { slots: [{ number: '1', product: cola, max: 5 }] })
    const results = await aPhone(serviceman).push(
      aReport({ slotId: other.slot('1').slotId }),
      aReport({ cause: 'GHOST' }),
      aReport({ photos: Array.from({ length: 7 }, () => randomUUID()) }),
      aReport({ note: 'x'.repeat(501) }),
    )
    expect(results.map(({ code }) => code)).toEqual(['SLOT_NOT_FOUND', 'INVALID', 'INVALID', 'INVALID'])
    const plain = (body: object, by = serviceman) => by('POST', `/machines/${machine.id}/problems`, body)
    expect((await plain({ cause: 'LEAK', outOfOrder: false, by: 7 })).json().code).toBe('INVALID')
    expect((await plain({ cause: 'LEAK', outOfOrder: false }, rival)).json().code).toBe('MACHINE_NOT_FOUND')
    expect((await plain({ cause: 'LEAK', outOfOrder: false })).statusCode).toBe(200)
  })
})

describe('photo', () => {
  test('attaches to its report, whichever arrives first, and is stored once', async () => {
    const [early, late] = [randomUUID(), randomUUID()]
    expect((await put(early)).statusCode).toBe(200)
    const operation = aReport({ photos: [late, early] })
    await aPhone(serviceman).push(operation)
    const shown = async () => (await issueOf(operation.opId)).staff?.photos
    expect(await shown()).toEqual([
      { id: late, isHere: false },
      { id: early, isHere: true },
    ])
    expect((await put(late)).json()).toEqual({ data: { id: late, size: JPEG.length } })
    expect((await put(late)).json()).toEqual({ data: { id: late, size: JPEG.length } })
    expect(await shown()).toEqual([
      { id: late, isHere: true },
      { id: early, isHere: true },
    ])
    const answer = await get(late)
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload]).toEqual([200, 'image/jpeg', JPEG])
  })

  test('belongs to one user and one machine of one company', async () => {
    const id = randomUUID()
    await put(id)
    const { login, password, id: colleague } = await aUser(world.ctx, { id: world.company }, { companyRole: 'ROLE_EMPLOYEE' })
    await assign(world.ctx, world.company, machine.id, colleague)
    const by = callerWith(world.app, await signedIn(world.app, login, password))
    expect((await put(id, JPEG, { by })).json().code).toBe('PHOTO_TAKEN')
    expect((await put(id, Buffer.concat([JPEG, JPEG]))).json().code).toBe('PHOTO_TAKEN')
    const theirs = aReport({ photos: [id] })
    await aPhone(by).push(theirs)
    expect((await issueOf(theirs.opId)).staff?.photos).toEqual([{ id, isHere: false }])
    expect((await get(id, rival)).json().code).toBe('MACHINE_NOT_FOUND')
    expect((await put(id, JPEG, { by: rival })).json().code).toBe('MACHINE_NOT_FOUND')
    const ofRival = await aMachine(world.ctx, world.rivalCompany)
    expect((await put(id, JPEG, { by: rival, at: ofRival.id })).statusCode).toBe(200)
    expect((await get(id, rival, ofRival.id)).statusCode).toBe(200)
    expect((await get(id, by)).statusCode).toBe(200)
    await manager('DELETE', `/machines/${machine.id}/servicemen/${colleague}`)
    expect((await get(id, by)).json().code).toBe('MACHINE_NOT_FOUND')
    expect((await put(randomUUID(), JPEG, { by, takenAt: clock.now() - 1 })).statusCode).toBe(200)
    clock.pass(MINUTE)
    expect((await put(randomUUID(), JPEG, { by })).json().code).toBe('MACHINE_NOT_FOUND')
  })

  test('is an image of limited size', async () => {
    const codeOf = async (content: Buffer) => (await put(randomUUID(), content)).json().code
    expect(await codeOf(Buffer.from('<svg onload="alert(1)"/>'))).toBe('PHOTO_UNREADABLE')
    expect(await codeOf(Buffer.from('GIF89a'))).toBe('PHOTO_UNREADABLE')
    expect(await codeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBe('PHOTO_UNREADABLE')
    expect(await codeOf(aJpeg(30).fill(0xff, 7, 11))).toBe('TOO_LARGE')
    expect(await codeOf(Buffer.concat([JPEG, Buffer.alloc(PHOTO_BYTES)]))).toBe('INVALID')
    expect((await put(randomUUID(), Buffer.concat([JPEG, Buffer.alloc(PHOTO_BYTES - JPEG.length)]))).statusCode).toBe(200)
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000001000000010', 'hex')
    const webp = Buffer.concat([Buffer.from('RIFF0000WEBPVP8X'), Buffer.alloc(14)])
    for (const content of [png, webp]) expect((await put(randomUUID(), content)).statusCode).toBe(200)
    expect((await serviceman('PUT', `/machines/${machine.id}/photos/${randomUUID()}`, { content: '!' })).statusCode).toBe(422)
    const more = { content: JPEG.toString('base64'), name: 'x' }
    expect((await serviceman('PUT', `/machines/${machine.id}/photos/${randomUUID()}`, more)).json().code).toBe('INVALID')
  })

  test('is limited per company by day and in total, and deleted after its time', async () => {
    const fill = (count: number, size: number) =>
      world.ctx.database.owner.execute(sql`
        insert into photos (company_id, id, machine_id, user_id, type, size, hash, content, created_at)
        select ${world.company}, gen_random_uuid(), ${machine.id}, ${world.serviceman.id}, 'image/jpeg', ${size}, '', '', ${toIso(clock.now())}::timestamptz
        from generate_series(1, ${count})`)
    await fill(A_DAY.photos, 1)
    const refused = await put(randomUUID())
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(HOUR / 1000)])
    clock.pass(DAY)
    await signInAgain()
    expect((await put(randomUUID())).statusCode).toBe(200)
    await fill(1, world.ctx.settings.photoBytes)
    expect((await put(randomUUID())).json().code).toBe('PHOTO_SPACE_FULL')
    const count = async () =>
      (await rowsOf(world.ctx.database.owner, sql`select from photos p where p.company_id = ${world.company}`)).length
    await runDueJobs({ ...world.ctx, log: world.app.log }, [purgePhotosJob])
    expect(await count()).toBeGreaterThan(A_DAY.photos)
    clock.pass(world.ctx.settings.photoDays * DAY - 12 * HOUR)
    await world.ctx.database.owner.execute(sql`delete from jobs`)
    await world.ctx.database.owner.execute(sql`delete from photos where size > 1000000`)
    await signInAgain()
    expect((await put(randomUUID())).statusCode).toBe(200)
    clock.pass(13 * HOUR)
    await runDueJobs({ ...world.ctx, log: world.app.log }, [purgePhotosJob])
    expect(await count()).toBeLessThan(2)
  })
})

describe('proposed product', () => {
  const propose = (more: object = {}): PhoneOperation & { opId: string } => ({
    call: 'proposeProduct',
    machineId: machine.id,
    at: clock.now(),
    opId: randomUUID(),
    body: { slotId: machine.slot('11').slotId, productId: nuts, note: 'People ask for them', ...more },
  })
  const items = async () =>
    ((await manager('GET', '/review-items')).json().data as { id: number; machine: { id: number } }[]).filter(
      (item) => item.machine.id === machine.id,
    )
  const decide = async (id: number, decision: string) => manager('POST', `/review-items/${id}/decision`, { decision })
  const inSlot = async () => (await manager('GET', `/machines/${machine.id}/slots`)).json().data[0].product.id

  test('is set by a manager, once', async () => {
    const phone = aPhone(serviceman)
    const operation = propose()
    await phone.push(operation)
    expect(await phone.push(operation)).toMatchObject([{ status: 'applied' }])
    const [item, ...others] = await items()
    expect(others).toEqual([])
    expect(item).toMatchObject({
      kind: 'PRODUCT_PROPOSED',
      choices: ['APPROVE', 'DECLINE'],
      place: null,
      proposal: { slotNumber: '11', product: { id: nuts }, now: { id: cola }, note: 'People ask for them' },
    })
    expect(await inSlot()).toBe(cola)
    expect((await decide(item?.id ?? 0, 'KEEP')).json().code).toBe('DECISION_UNFIT')
    expect((await decide(item?.id ?? 0, 'APPROVE')).statusCode).toBe(200)
    expect(await inSlot()).toBe(nuts)
    expect((await decide(item?.id ?? 0, 'APPROVE')).json().code).toBe('ALREADY_DECIDED')
  })

  test('is declined, undone, or settled by the product that is there', async () => {
    const phone = aPhone(serviceman)
    await phone.push(propose())
    const [item] = await items()
    expect((await decide(item?.id ?? 0, 'DECLINE')).statusCode).toBe(200)
    expect(await inSlot()).toBe(cola)
    const operation = propose()
    await phone.push(operation, { call: 'voidOperation', machineId: machine.id, at: clock.now(), body: { operationId: operation.opId } })
    expect(await items()).toEqual([])
    await phone.push(propose())
    expect(await items()).toHaveLength(1)
    await manager('PATCH', `/machines/${machine.id}/slots`, [{ slotId: machine.slot('11').slotId, productId: nuts }])
    expect((await items()).filter((one) => 'proposal' in one && one.proposal !== null)).toEqual([])
  })

  test('is refused for a slot or product that is not there', async () => {
    const other = await aMachine(world.ctx, world.company, { slots: [{ number: '1', product: cola, max: 5 }] })
    const foreign = await aProduct(world.ctx, world.rivalCompany)
    const beans = await aProduct(world.ctx, world.company, { packaging: 'INGREDIENT' })
    const results = await aPhone(serviceman).push(
      propose({ slotId: other.slot('1').slotId }),
      propose({ productId: foreign }),
      propose({ productId: beans }),
      propose({ slotId: undefined }),
    )
    expect(results.map(({ code }) => code)).toEqual(['SLOT_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_TYPE_MISMATCH', 'INVALID'])
  })
})
