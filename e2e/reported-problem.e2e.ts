import type { Issue } from '#contract/issues.ts'
import { countTaps } from './support/actions.ts'
import { signInAs } from './support/office.ts'
import { PICTURE } from './support/photos.ts'
import { expect, test } from './support/stage.ts'

test('a problem with a photo, reported offline, survives an empty battery and arrives once', async ({
  takePhone,
  takeDesk,
  snackMachine,
  manager,
  server,
}) => {
  const machine = await snackMachine('serviceman', 0)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()

  await test.step('offline, it takes at most six taps', async () => {
    await phone.loseSignal()
    await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}`)
    await expect(phone.page.getByRole('heading', { name: machine.name })).toBeVisible()
    const taps = await countTaps(phone.page)
    await phone.page.getByRole('link', { name: 'Report a problem' }).click()
    await phone.page.getByRole('radio', { name: 'Bill validator' }).click()
    const choosing = phone.page.waitForEvent('filechooser')
    await phone.page.getByRole('button', { name: 'Take a photo' }).click()
    await (await choosing).setFiles(PICTURE)
    await expect(phone.page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await phone.page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(phone.page.getByRole('status').filter({ hasText: 'Saved on this phone' })).toBeVisible()
    // The camera takes one more: its shutter.
    const count = (await taps()) + 1
    console.log(`report a problem with a photo: ${count} taps`)
    expect(count).toBeLessThanOrEqual(6)
    await expect(phone.chip()).toHaveText(/^2 pending, offline since/)
  })

  await test.step('report and photo survive an empty battery', async () => {
    await phone.kill()
    await phone.open()
    await phone.page.goto('/outbox')
    await expect(phone.page.getByText(`Problem of ${machine.name}: Bill validator`)).toBeVisible()
    await expect(phone.page.getByRole('heading', { name: 'Photos: 1' })).toBeVisible()
    const photo = phone.page.getByRole('img', { name: 'Photo 1' })
    await expect(photo).toBeVisible()
    // Its box is there before the picture is decoded.
    const side = () => photo.evaluate((image: HTMLImageElement) => Math.max(image.naturalWidth, image.naturalHeight))
    await expect.poll(side).toBeGreaterThan(0)
    expect(await side()).toBeLessThanOrEqual(1_600)
  })

  await test.step('online, both arrive once', async () => {
    phone.network.seen.length = 0
    await phone.findSignal()
    await expect(phone.chip()).toHaveText('All sent')
    expect(new Set(phone.network.seen.map(({ path }) => path).filter((path) => path.includes('/photos/')))).toHaveProperty('size', 1)
  })

  const issues = await manager.ask<Issue[]>('GET', `/issues?machine=${machine.id}&source=STAFF`)
  expect(issues).toMatchObject([{ status: 'OPEN', staff: { cause: 'BILL_VALIDATOR', outOfOrder: false, photos: [{ isHere: true }] } }])

  await test.step('the office sees the report with its photo, and a rival company does not', async () => {
    const desk = await takeDesk()
    await desk.signIn('manager', `/dashboard/more/issues?source=%22STAFF%22&machine=${machine.id}`)
    await desk.page.getByRole('button', { name: 'Bill validator' }).click()
    const dialog = desk.page.getByRole('dialog', { name: 'Bill validator' })
    const small = dialog.getByRole('img', { name: 'Photo 1' })
    await expect(small).toBeVisible()
    await small.click()
    await expect(desk.page.getByRole('dialog', { name: 'Photos' }).getByRole('img', { name: 'Photo 1' })).toBeVisible()
    const id = issues[0]?.staff?.photos[0]?.id ?? ''
    const rival = await signInAs(server.url, 'rival')
    await expect(rival.ask('GET', `/machines/${machine.id}/photos/${id}`)).rejects.toThrow('MACHINE_NOT_FOUND')
  })
})

test('the input of a problem survives a reload until it is reported', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 0)
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman')
  const { page } = phone
  await page.goto(`/dashboard/serviceman/machines/${machine.id}/problem`)
  await page.getByRole('radio', { name: 'Bill validator' }).click()
  const note = page.getByRole('textbox', { name: 'Note (optional)' })
  await note.fill('Swallows notes of 10')
  await phone.keepsInput('Swallows notes of 10')
  await page.reload()
  await expect(note).toHaveValue('Swallows notes of 10')
  await expect(page.getByRole('radio', { name: 'Bill validator' })).toBeChecked()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText(`Problem reported: ${machine.name}`)).toBeVisible()
  await page.goto(`/dashboard/serviceman/machines/${machine.id}/problem`)
  await expect(note).toHaveValue('')
})
