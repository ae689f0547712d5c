import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

/** A picture of a screen, as a camera would take it. */
export const PICTURE = fileURLToPath(new URL('../../docs/screens/home-phone-light.png', import.meta.url))

/** Takes a photo of the visit that is on the screen. `label`: what the app says of it, such as "Before, not sent yet". */
export async function takeVisitPhoto(page: Page, number: number, label: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await (await choosing).setFiles(PICTURE)
  await expect(page.getByRole('button', { name: `Photo ${number}: ${label}` })).toBeVisible()
}
