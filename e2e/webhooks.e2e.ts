import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, test } from './support/stage.ts'

test('a manager adds a webhook, receives a signed test, and resends a failed delivery', async ({ takeDesk, startOther }) => {
  const got: { raw: string; headers: Record<string, string> }[] = []
  let status = 200
  const receiver = createServer(async (request, response) => {
    got.push({ raw: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  const server = await startOther({ WEBHOOK_NETWORKS: '127.0.0.0/8' })
  try {
    const desk = await takeDesk({ server: server.url })
    const { page } = desk
    await desk.signIn('manager', '/dashboard/more/developer')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://192.168.0.1/hook')
    await dialog.getByRole('checkbox', { name: 'Issues reported by customers' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a public https:// address')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: /\/hook$/ }).click()
    await expect(page.getByText('Nothing was sent yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Send test' }).click()
    const sent = page.getByRole('listitem').filter({ hasText: 'Test' })
    await expect(sent.filter({ hasText: 'Answer 200' })).toBeVisible()
    const [first] = got
    expect(new Webhook(secret).verify(first?.raw ?? '', first?.headers ?? {})).toMatchObject({ type: 'test' })

    status = 500
    await page.getByRole('button', { name: 'Send test' }).click()
    const failed = sent.filter({ hasText: 'Answer 500' })
    await expect(failed).toContainText('Next try')
    await expect(page.getByText('Failing', { exact: true })).toBeVisible()
    status = 200
    await failed.getByRole('button', { name: 'Send again: Test' }).click()
    await expect(sent.filter({ hasText: 'Delivered' })).toHaveCount(2)
    await expect(page.getByText('On', { exact: true })).toBeVisible()
    expect(got.at(-1)?.headers['webhook-id']).toBe(got.at(-2)?.headers['webhook-id'])

    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No webhook yet.')).toBeVisible()
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})
