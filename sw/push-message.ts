import * as v from 'valibot'

/** What the server seals into a push message. */
const Message = v.object({ title: v.string(), body: v.string(), place: v.pipe(v.string(), v.regex(/^\/(?!\/)/)), id: v.string() })

/** What of the worker a notification needs, so that a test can stand in for it. */
export type Bell = {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  location: { origin: string }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
}
type Window = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }

/**
 * Shows a message, whatever came of it: a browser that sees a push message without a notification takes the permission away. The same
 * message again takes the place of the first.
 */
export async function showMessage({ registration }: Bell, text: string): Promise<void> {
  const { title, body, place, id } = messageIn(text)
  await registration.showNotification(title, { body, tag: id, data: { place }, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png' })
}

const UNREADABLE = { title: 'Roundsman', body: '', place: '/dashboard', id: 'unreadable' }

function messageIn(text: string): v.InferOutput<typeof Message> {
  try {
    const read = v.safeParse(Message, JSON.parse(text))
    return read.success ? read.output : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/** A tap leads to the screen that it is about: in a window of the app that is open, or in a new one. */
export async function openPlace({ clients, location }: Bell, data: unknown): Promise<void> {
  const read = v.safeParse(v.object({ place: Message.entries.place }), data)
  const url = new URL(read.success ? read.output.place : UNREADABLE.place, location.origin).href
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [open] = windows.filter((one) => new URL(one.url).origin === location.origin)
  if (!open) return void (await clients.openWindow(url))
  // One that a browser does not let come to the front is led there all the same.
  await open.focus().catch(() => {})
  // A window that the worker does not control cannot be led anywhere.
  await open.navigate(url).catch(() => clients.openWindow(url))
}
