import * as v from 'valibot'

/** The content of a push message. */
const Message = v.object({ title: v.string(), body: v.string(), place: v.pipe(v.string(), v.regex(/^\/(?!\/)/)), id: v.string() })

/** The parts of the worker that a notification needs, to be replaced in tests. */
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
 * Always shows a notification, because a browser revokes the permission after a push message without one. A repeated message replaces the
 * first.
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

/** Opens the screen of the notification in an open window of the app, or in a new one. */
export async function openPlace({ clients, location }: Bell, data: unknown): Promise<void> {
  const read = v.safeParse(v.object({ place: Message.entries.place }), data)
  const url = new URL(read.success ? read.output.place : UNREADABLE.place, location.origin).href
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [open] = windows.filter((one) => new URL(one.url).origin === location.origin)
  if (!open) return void (await clients.openWindow(url))
  // A window that the browser does not bring to the front is navigated anyway.
  await open.focus().catch(() => {})
  // A window that the worker does not control cannot be navigated.
  await open.navigate(url).catch(() => clients.openWindow(url))
}
