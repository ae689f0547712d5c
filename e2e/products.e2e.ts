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

test('on a phone three deletions in a row can each be undone', async ({ takePhone, manager }) => {
  const tag = randomUUID().slice(0, 8)
  const names = ['Apple', 'Banana', 'Cherry'].map((fruit) => `${fruit} juice ${tag}`)
  for (const name of names)
    await manager.ask('POST', '/products', { name, volume: 500, volumeType: 'MILLILITRE', packaging: 'PIECE', tax: 19 })
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('manager', `/dashboard/assortment?q=${tag}`)
  const { page } = phone
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  for (const name of names) {
    await row(name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(row(name)).toBeHidden()
  }
  const bar = await page.getByRole('navigation', { name: 'Main navigation' }).filter({ visible: true }).boundingBox()
  const undo = (name: string) => page.getByRole('alert').filter({ hasText: name }).getByRole('button', { name: 'Undo' })
  for (const name of names) {
    await expect(undo(name)).toBeInViewport({ ratio: 1 })
    const box = await undo(name).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  await undo(names[1] ?? '').click()
  await expect(row(names[1] ?? '')).toBeVisible()
  await expect(row(names[0] ?? '')).toBeHidden()
  await undo(names[0] ?? '').click()
  await expect(row(names[0] ?? '')).toBeVisible()
  await expect(row(names[2] ?? '')).toBeHidden()
})
