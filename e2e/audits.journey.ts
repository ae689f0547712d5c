import type { Transaction } from '#contract/transactions.ts'
import { DAY, toIso } from '#domain/time.ts'
import { expect, test } from './support/stage.ts'

/** An audit of a machine of which each of these selections has sold so many, half of them for cash. */
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

test('audit files are read in the cellar, survive a kill, are sent once upstairs, and their sales appear', async ({
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
  const card = phone.page.getByRole('region', { name: 'Audit files' })
  const choose = (...files: ReturnType<typeof asFile>[]) => card.locator('input[type=file]').setInputFiles(files)

  await choose(asFile('monday.dex', auditOf('S-1', { 11: 100, 12: 40 })), asFile('letter.txt', 'Dear colleague,\nhere it is.'))
  await expect(card).toContainText('Line 1: this is no EVA-DTS audit.')
  await expect(card.getByRole('region', { name: 'monday.dex' })).toContainText('This is the first reading here.')
  // Until it is recorded, all is sent as well.
  const sent = phone.page.waitForResponse(/\/sync\/push$/)
  await card.getByRole('button', { name: 'Record 1 reading' }).click()
  await sent
  await expect(phone.chip()).toHaveText('All sent')

  await phone.loseSignal()
  await choose(asFile('friday.dex', auditOf('S-1', { 11: 103, 12: 41 })))
  const friday = card.getByRole('region', { name: 'friday.dex' })
  await expect(friday).toContainText('serial number S-1')
  await expect(friday.getByRole('row').filter({ hasText: '11 PRODUCT' })).toContainText('103')
  await expect(friday).toContainText('No connection to the server')
  await expect(friday).not.toContainText('€')
  await card.getByRole('button', { name: 'Record 1 reading' }).click()
  await expect(phone.chip()).toContainText('1 waiting')
  await phone.kill()
  await phone.open()
  await phone.page.goto('/outbox')
  await expect(phone.page.getByRole('region', { name: 'waiting' })).toContainText(`Audit file of ${machine.name}`)

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  const span = new URLSearchParams({ startDate: toIso(Date.now() - DAY), endDate: toIso(Date.now() + DAY), size: '1000' })
  const sold = await manager.ask<Transaction[]>('GET', `/transactions?machine=${machine.id}&${span}`)
  // What an audit brought is told from vends by its id.
  const brought = sold.filter(({ id }) => /^.{14}8.{4}b/.test(id)).map(({ slotNumber, type, amount }) => [slotNumber, type, amount])
  expect(brought.toSorted()).toEqual([...Array(3).fill(['11', 'CASH', 1.5]), ['12', 'CASH', 1.5]])
  const desk = await takeDesk()
  await desk.signIn('manager')
  await desk.page.goto(`/dashboard/machines/${machine.id}`)
  const desks = desk.page.getByRole('region', { name: 'Audit files' })
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
  await expect(desks.getByRole('button', { name: 'Record 1 reading' })).toBeEnabled()
  await other.getByRole('checkbox').check()
  await expect(desks.getByRole('button', { name: 'Record 2 readings' })).toBeEnabled()

  // All files of a day at once: each finds its machine, and one that is not known is left for a choice by hand.
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
  await expect(desk.page.getByRole('button', { name: 'Record 1 reading' })).toBeEnabled()
})
