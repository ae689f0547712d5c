import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import type { RecordedAudit } from '#contract/dex-audits.ts'
import type { Transaction } from '#contract/transactions.ts'
import { DAY, toIso } from '#domain/time.ts'
import { expect, test } from './support/stage.ts'

/** Builds a read-out of a machine with this many sales per selection, half of them paid in cash. */
function auditOf(serial: string, sold: Record<string, number>): string {
  const selections = Object.entries(sold).flatMap(([selection, count]) => [
    `PA1*${selection}*150*PRODUCT`,
    `PA2*${count}*${count * 150}*0*0`,
    `PA7*${selection}*CA*1*150*${count}*${count * 150}*0*0`,
  ])
  const set = ['ST*001*0001', `ID1*${serial}*LUCE*01**`, 'ID4*2*1978', ...selections]
  return [`DXS*${serial}*VA*V0/6*1`, ...set, `SE*${set.length + 1}*0001`, 'DXE*1*1', ''].join('\r\n')
}

const asFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('read-outs taken offline survive a kill, are sent once, and their sales appear', async ({
  takeDesk,
  takePhone,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 5)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}`)
  const card = phone.page.getByRole('region', { name: 'Read-outs' })
  const choose = (...files: ReturnType<typeof asFile>[]) => card.locator('input[type=file]').setInputFiles(files)

  await choose(asFile('monday.dex', auditOf('S-1', { 11: 100, 12: 40 })), asFile('letter.txt', 'Dear colleague,\nhere it is.'))
  await expect(card).toContainText('Line 1: this is not an EVA-DTS read-out.')
  await expect(card.getByRole('region', { name: 'monday.dex' })).toContainText('This is the first read-out here.')
  // Recording also sends it.
  const sent = phone.page.waitForResponse(/\/sync\/push$/)
  await card.getByRole('button', { name: 'Record 1 read-out' }).click()
  await sent
  await expect(phone.chip()).toHaveText('All sent')

  await phone.loseSignal()
  await choose(asFile('friday.dex', auditOf('S-1', { 11: 103, 12: 41 })))
  const friday = card.getByRole('region', { name: 'friday.dex' })
  await expect(friday).toContainText('serial number S-1')
  await expect(friday.getByRole('row').filter({ hasText: '11 PRODUCT' })).toContainText('103')
  await expect(friday).toContainText('No connection to the server')
  await expect(friday).not.toContainText('€')
  await card.getByRole('button', { name: 'Record 1 read-out' }).click()
  await expect(phone.chip()).toContainText('1 pending')
  await phone.kill()
  await phone.open()
  await phone.page.goto('/outbox')
  await expect(phone.page.getByRole('region', { name: 'pending' })).toContainText(`Read-out of ${machine.name}`)

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  const span = new URLSearchParams({ startDate: toIso(Date.now() - DAY), endDate: toIso(Date.now() + DAY), size: '1000' })
  const sold = await manager.ask<Transaction[]>('GET', `/transactions?machine=${machine.id}&${span}`)
  // Sales from a read-out differ from device vends by their id.
  const brought = sold.filter(({ id }) => /^.{14}8.{4}b/.test(id)).map(({ slotNumber, type, amount }) => [slotNumber, type, amount])
  expect(brought.toSorted()).toEqual([...Array(3).fill(['11', 'CASH', 1.5]), ['12', 'CASH', 1.5]])
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/machines/${machine.id}`)
  const desks = desk.page.getByRole('region', { name: 'Read-outs' })
  await desks
    .locator('input[type=file]')
    .setInputFiles([
      asFile('friday.dex', auditOf('S-1', { 11: 103, 12: 41 })),
      asFile('other.dex', auditOf('S-2', { 11: 900 })),
      asFile('sunday.dex', auditOf('S-1', { 11: 105, 12: 41 })),
    ])
  await expect(desks.getByRole('region', { name: 'friday.dex' })).toContainText('recorded already')
  await expect(desks.getByRole('region', { name: 'sunday.dex' })).toContainText('2 new sales since')
  await expect(desks.getByRole('region', { name: 'sunday.dex' })).toContainText('€3.00')
  const other = desks.getByRole('region', { name: 'other.dex' })
  await expect(other).toContainText('Nothing is booked before a manager confirms it')
  await expect(other.getByRole('row', { name: 'Serial number' })).toContainText('S-1S-2')
  await expect(desks.getByRole('button', { name: 'Record 1 read-out' })).toBeEnabled()
  await other.getByRole('checkbox').check()
  await expect(desks.getByRole('button', { name: 'Record 2 read-outs' })).toBeEnabled()

  // All files of a day at once: each is matched to its machine, and an unknown one needs a manual choice.
  await desk.page.goto('/dashboard/more/read-outs')
  const both = auditOf('S-9', { 11: 5 }) + auditOf('S-1', { 11: 106, 12: 41 })
  await desk.page
    .getByRole('region', { name: 'Review' })
    .locator('input[type=file]')
    .setInputFiles([asFile('day.dex', both)])
  const review = desk.page.getByRole('table', { name: 'Review' })
  const [own, unknown] = ['S-1', 'S-9'].map((serial) => review.getByRole('row').filter({ hasText: serial }))
  await expect(own?.getByRole('combobox', { name: 'Machine of day.dex' }) ?? review).toHaveValue(machine.name)
  await expect(unknown ?? review).toContainText('No machine is known by this serial number')
  await expect(desk.page.getByRole('button', { name: 'Record 1 read-out' })).toBeEnabled()
})

const DROPPED = 25

test('25 read-outs of several machines dropped at once are reviewed, recorded and undone', async ({ takeDesk, manager }) => {
  const listed = () => manager.ask<RecordedAudit[]>('GET', '/audits?page=0&size=100')
  const known = new Set((await listed()).map(({ machine }) => machine.id))
  const machines = (await manager.machines()).filter(({ id, type }) => type === 'SNACK' && !known.has(id)).slice(0, 4)
  const serials = ['T-1', 'T-2', 'T-3']
  const [unread, ...read] = machines
  for (const [nth, { id }] of read.entries())
    await manager.ask(
      'POST',
      `/machines/${id}/audits`,
      { file: auditOf(serials[nth] ?? '', { 901: 100, 902: 40 }), readAt: toIso(Date.now() - DAY) },
      { 'idempotency-key': randomUUID() },
    )
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/more/read-outs')
  const box = desk.page.getByRole('region', { name: 'Review' })
  const review = desk.page.getByRole('table', { name: 'Review' })
  await expect(box).toBeVisible()

  const sold = (serial: string, by: number) => auditOf(serial, { 901: 100 + by, 902: 40 })
  const files: Record<string, string | Uint8Array> = {
    ...Object.fromEntries(serials.flatMap((serial) => [1, 2, 3, 4, 5].map((by) => [`${serial} ${by}.dex`, sold(serial, by)]))),
    'two machines.dex': sold('T-1', 6) + sold('T-2', 6),
    'week.zip': zipSync({ 'T-3 6.dex': strToU8(sold('T-3', 6)), 'note.txt': strToU8('Hello') }),
    'cut.dex': sold('T-1', 8).slice(0, 200),
    'T-1 again.dex': sold('T-1', 5),
    'unknown.dex': sold('T-9', 1),
    'unknown later.dex': sold('T-9', 3),
    'fell.dex': auditOf('T-2', { 901: 3, 902: 4 }),
    'letter.txt': 'Dear colleague',
    'empty.dex': '',
    'picture.jpg': Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3),
  }
  expect(Object.keys(files)).toHaveLength(DROPPED)
  const dropped = await desk.page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer()
      // Sequential, because of several read-outs in one file each one before the last counts as a minute older.
      for (const [nth, [name, bytes]] of all.entries())
        transfer.items.add(new File([Uint8Array.from(bytes)], name, { lastModified: Date.now() - (all.length - nth) * 120_000 }))
      return transfer
    },
    Object.entries(files).map(([name, file]) => [name, [...(typeof file === 'string' ? Buffer.from(file) : file)]] as const),
  )
  await desk.page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped })

  await expect(box.getByRole('button', { name: 'Record 19 read-outs' })).toBeEnabled()
  const leftOut = box.getByRole('alert').filter({ hasText: 'Not taken in' })
  for (const fact of [
    'week.zip / note.txt',
    'T-1 again.dex The same read-out as in T-1 5.dex',
    'letter.txt',
    'empty.dex This file is empty.',
  ])
    await expect(leftOut).toContainText(fact)
  const unknown = review.getByRole('combobox', { name: 'Machine of unknown' })
  await expect(review).toContainText('No machine is known by this serial number')
  // A serial number belongs to one machine, and later files do not change a choice.
  await unknown.first().fill(unread?.name ?? '')
  await desk.page.getByRole('option', { name: unread?.name ?? '', exact: true }).click()
  for (const one of await unknown.all()) await expect(one).toHaveValue(unread?.name ?? '')
  await box.locator('input[type=file]').setInputFiles([asFile('T-3 7.dex', sold('T-3', 7))])
  await expect(box.getByRole('button', { name: 'Record 22 read-outs' })).toBeEnabled()
  for (const one of await unknown.all()) await expect(one).toHaveValue(unread?.name ?? '')
  await expect(review.getByRole('row').filter({ hasText: 'fell.dex' }).getByRole('checkbox')).not.toBeChecked()
  const ofToday = async () => (await listed()).filter(({ serial }) => serial?.startsWith('T-'))
  expect(await ofToday()).toHaveLength(serials.length)

  await box.getByRole('button', { name: 'Record 22 read-outs' }).click()
  await expect(desk.chip()).toHaveText('All sent')
  const list = desk.page.getByRole('region', { name: 'Recorded read-outs' })
  await expect(list.getByRole('listitem')).toHaveCount(20)
  // They may be sent in several requests.
  await expect.poll(async () => (await ofToday()).length).toBe(serials.length + 22)
  const booked = await ofToday()
  const piecesOf = (of: string, all: readonly RecordedAudit[]) =>
    all.filter(({ serial }) => serial === of).reduce((sum, { pieces }) => sum + pieces, 0)
  expect(serials.map((serial) => piecesOf(serial, booked))).toEqual([8, 6, 7])
  expect(booked.every(({ status }) => status === 'BOOKED')).toBe(true)

  await list.getByRole('button', { name: 'Undo' }).first().click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem').first()).toContainText('Undone')
  for (const { id, machine, status } of await ofToday())
    if (status !== 'UNDONE')
      await manager.ask('POST', `/machines/${machine.id}/audits/${id}/undo`, undefined, { 'idempotency-key': randomUUID() })
  const undone = await ofToday()
  expect(undone.map(({ pieces, status }) => [pieces, status])).toEqual(undone.map(() => [0, 'UNDONE']))
})
