import type { StoredPhoto } from '#contract/problems.ts'
import type { Visit } from '#contract/visits.ts'
import { signInAs } from './support/office.ts'
import { takeVisitPhoto } from './support/photos.ts'
import { expect, test } from './support/stage.ts'

test('photos before and after the work arrive once, and the office sees and deletes them', async ({
  takePhone,
  takeDesk,
  snackMachine,
  manager,
  server,
}) => {
  const machine = await snackMachine('serviceman', 2)
  const phone = await takePhone()
  const { page } = phone
  await phone.signInByForm('serviceman')
  await phone.keepsEverything()
  /** The demo has earlier visits. */
  const lastVisit = async () => (await manager.ask<Visit[]>('GET', `/visits?machine=${machine.id}`))[0]

  await test.step('offline, one before the work and two after it', async () => {
    await phone.loseSignal()
    await phone.openMachine(machine)
    await takeVisitPhoto(page, 1, 'Before, not sent yet')
    await phone.fillAll()
    await takeVisitPhoto(page, 2, 'After, not sent yet')
    await takeVisitPhoto(page, 3, 'After, not sent yet')
    await expect(phone.chip()).toHaveText(/^4 pending, offline since/)
  })

  await test.step('the second is corrected, and the third removed', async () => {
    await page.getByRole('button', { name: /^Photo 2:/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Photo 2' })
    await expect(dialog.getByRole('status')).toContainText('Saved on this phone')
    await dialog.getByText('Before', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Photo 2: Before, not sent yet' })).toBeVisible()
    await page.getByRole('button', { name: /^Photo 3:/ }).click()
    await page.getByRole('dialog', { name: 'Photo 3' }).getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.getByRole('button', { name: /^Photo 3:/ })).toBeHidden()
  })

  await test.step('online, both arrive once with their visit', async () => {
    await phone.findSignal()
    await expect(phone.chip()).toHaveText('All sent')
    await expect(page.getByRole('button', { name: 'Photo 2: Before, sent' })).toBeVisible()
    await expect
      .poll(lastVisit)
      .toMatchObject({ operations: [{ call: 'restockSlots' }], photos: [{ phase: 'BEFORE' }, { phase: 'BEFORE' }] })
  })

  await test.step('a sent photo is corrected on the server too', async () => {
    await page.getByRole('button', { name: /^Photo 2:/ }).click()
    await page.getByRole('dialog', { name: 'Photo 2' }).getByText('After', { exact: true }).click()
    await expect.poll(lastVisit).toMatchObject({ photos: [{ phase: 'BEFORE' }, { phase: 'AFTER' }] })
  })

  await test.step('the office looks at them with the keyboard, and deletes one', async () => {
    const desk = await takeDesk()
    await desk.signIn('manager', `/dashboard/machines/${machine.id}`)
    const row = desk.page.getByRole('table', { name: 'Visits' }).getByRole('row').nth(1)
    await expect(row.getByRole('img', { name: /^Photo 1: Before/ })).toBeVisible()
    await row.getByRole('img', { name: /^Photo 1: Before/ }).click()
    const lightbox = desk.page.getByRole('dialog', { name: 'Photos of this visit' })
    await expect(lightbox.getByText('1 of 2')).toBeVisible()
    await expect(lightbox.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await desk.page.keyboard.press('ArrowRight')
    await expect(lightbox.getByText(/After.*2 of 2/)).toBeVisible()
    await desk.page.keyboard.press('Escape')
    await expect(lightbox).toBeHidden()
    await row.getByRole('button', { name: /^Details/ }).click()
    const dialog = desk.page.getByRole('dialog', { name: `Visit to ${machine.name}` })
    await dialog
      .getByRole('region', { name: 'After' })
      .getByRole('img', { name: /^Photo 1/ })
      .click()
    await desk.page.getByRole('dialog', { name: 'After' }).getByRole('button', { name: 'Delete photo' }).click()
    await desk.page.getByRole('dialog', { name: 'Delete this photo?' }).getByRole('button', { name: 'Delete photo' }).click()
    await expect(dialog.getByRole('region', { name: 'After' })).toBeHidden()
    await expect(dialog.getByRole('region', { name: 'Before' }).getByRole('img', { name: /^Photo 1/ })).toBeVisible()
  })

  const stored = await manager.ask<StoredPhoto[]>('GET', `/photos?machine=${machine.id}`)
  expect(stored).toMatchObject([{ visit: { phase: 'BEFORE' }, user: { name: expect.any(String) } }])
  const rival = await signInAs(server.url, 'rival')
  await expect(rival.ask('DELETE', `/machines/${machine.id}/photos/${stored[0]?.id}`)).rejects.toThrow('MACHINE_NOT_FOUND')
  await expect(rival.ask('GET', `/machines/${machine.id}/photos/${stored[0]?.id}`)).rejects.toThrow('MACHINE_NOT_FOUND')
})
