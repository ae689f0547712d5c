import { randomUUID } from 'node:crypto'
import { expect, test } from './support/stage.ts'

test('a deleted product is restored from its toast', async ({ takeDesk, manager }) => {
  const name = `Sparkling water ${randomUUID().slice(0, 8)}`
  await manager.ask('POST', '/products', { name, volume: 500, volumeType: 'MILLILITRE', packaging: 'PIECE', tax: 19 })
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/assortment?q=${encodeURIComponent(name)}`)
  const { page } = desk
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
})
