import { eventsOf } from './support/device.ts'
import { aMailbox } from './support/mailbox.ts'
import { signInAs } from './support/office.ts'
import { expect, test } from './support/stage.ts'

const EMAIL = 'manager@halbzeit.example'

test('an alert rule sends one mail for a machine that overheats repeatedly', async ({ takeDesk, startOther }) => {
  const mailbox = await aMailbox()
  const server = await startOther(mailbox.settings)
  try {
    const desk = await takeDesk({ server: server.url })
    const { page } = desk
    await desk.signIn('manager', '/dashboard/settings')
    await page.getByRole('link', { name: 'Alert settings' }).click()
    for (const name of [/^Delete: Too warm/, /^Delete: Few coins/]) {
      await page.getByRole('button', { name }).click()
      const confirmation = page.getByRole('dialog', { name: 'Delete this alert?' })
      await confirmation.getByRole('button', { name: 'Delete' }).click()
      await expect(confirmation).toBeHidden()
      await expect(page.getByRole('button', { name })).toBeHidden()
    }
    await expect(page.getByText('No alerts')).toBeVisible()

    await page.getByRole('button', { name: 'Create alert' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create alert' })
    await expect(dialog.getByRole('combobox', { name: 'Event' })).toHaveValue('Any event')
    await expect(dialog.getByRole('combobox', { name: 'Channel' })).toHaveValue('E-mail')
    await expect(dialog).toContainText(`Goes to ${EMAIL}.`)
    await dialog.getByRole('button', { name: 'Create alert' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Any event' })
    await expect(row).toContainText('Katharina Brandt')

    const manager = await signInAs(server.url, 'manager')
    const [machine] = await manager.machines()
    if (!machine) throw new Error('the demo has no machine')
    const send = await eventsOf(server.url, manager, machine.id)
    const sendAlert = (type: 'ALERT_UP' | 'ALERT_DOWN', code: string) => send({ type, code })
    for (let time = 0; time < 5; time++) {
      await sendAlert('ALERT_UP', 'TEMPERATURE_HIGH')
      await sendAlert('ALERT_DOWN', 'TEMPERATURE_HIGH')
    }
    // Alerts are delivered in order, so all earlier ones have been handed over when the last one arrives.
    await sendAlert('ALERT_UP', 'DOOR_OPEN')
    await expect.poll(() => mailbox.countOf(EMAIL, 'alert: Door open'), { timeout: 90_000 }).toBe(1)
    await expect.poll(() => mailbox.countOf(EMAIL, `${machine.name}: too warm`), { timeout: 90_000 }).toBe(1)
    await page.reload()
    await expect(row).toContainText('Sent')
  } finally {
    await mailbox.close()
  }
})

test('push notification appears on the device; without push support the screen says what to do', async ({ takePhone }) => {
  const phone = await takePhone({ ownBrowser: true })
  const { page } = phone
  await phone.signIn('manager', '/dashboard/settings/alerts')
  await page.getByRole('button', { name: 'Create alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create alert' })
  await dialog.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'Text message' }).click()
  await expect(dialog).toContainText('This server can’t send text messages')
  await expect(dialog.getByRole('button', { name: 'Create alert' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await phone.window.grantPermissions(['notifications'])
  await phone.keepsTheApp()
  const session = await phone.window.newCDPSession(page)
  const registered = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) found(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const place = '/dashboard/settings/alerts'
  const data = JSON.stringify({ title: 'Lobby: too warm', body: 'Just now', place, id: 'a-message' })
  const message = { origin: new URL(page.url()).origin, registrationId: await registered, data }
  // The same message twice produces one notification.
  for (let time = 0; time < 2; time++) await session.send('ServiceWorker.deliverPushMessage', message)
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, data: { place: to } }) => [title, body, to])
    })
  await expect.poll(shown).toEqual([['Lobby: too warm', 'Just now', place]])

  // The tap itself belongs to the operating system; only the worker's handler is tested.
  await page.goto('/dashboard/machines')
  const worker = phone.window.serviceWorkers()[0] ?? (await phone.window.waitForEvent('serviceworker'))
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as Pick<EventTarget, 'dispatchEvent'> & {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, about: { notification: Notification }) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(new RegExp(`${place}$`))
  await expect.poll(shown).toEqual([])
})
