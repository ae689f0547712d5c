import { queryOptions } from '@tanstack/react-query'
import { addPushSubscription, listPushSubscriptions } from '#contract/alerts.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { wayByHand } from './installation.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** What stands between this browser and notifications; 'on' and 'off' where nothing does. */
export type PushState = 'on' | 'off' | 'denied' | 'install' | 'unsupported'

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** How this device stands: by its browser, and by whether the server has its subscription with this session. */
export const pushState = () =>
  queryOptions({
    queryKey: ['pushState'],
    // A permission is changed outside the app, and nobody tells.
    staleTime: 0,
    queryFn: async (): Promise<PushState> => {
      // On an iPhone a page in the browser has no notifications; the same page from the home screen has.
      const isApple = wayByHand(navigator.userAgent, navigator.maxTouchPoints).startsWith('iphone')
      if (!canPush()) return isApple ? 'install' : 'unsupported'
      if (Notification.permission === 'denied') return 'denied'
      if (Notification.permission !== 'granted' || !(await subscription())) return 'off'
      const known = await call(listPushSubscriptions, {}, PATIENCE)
      return known.state === 'answered' && !known.value.some(({ isThis }) => isThis) ? 'off' : 'on'
    },
  })

const subscription = async () => (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** What came of asking: the browser's or the person's no, no way to the server or the push service, or a fault of the server. */
export type Subscribing = 'done' | 'denied' | 'not-now' | 'failed' | 'serverFailed' | 'refused'

/**
 * Asks the browser's permission, which it gives only at a tap, subscribes this device and tells the server. A subscription made with
 * another server's key is made anew.
 */
export async function subscribeHere(serverKey: string): Promise<Subscribing> {
  if (!canPush()) return 'failed'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'not-now'
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const known = await pushManager.getSubscription()
    if (known && keyOf(known) !== serverKey) await known.unsubscribe()
    const own = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
    const answer = await tellServer(own)
    if (answer.state === 'answered') return 'done'
    if (answer.state === 'refused') return 'refused'
    return answer.state === 'unreachable' && answer.status !== undefined ? 'serverFailed' : 'failed'
  } catch {
    return 'failed'
  }
}

/** The server knows a device by its session: after signing in anew it is told again, where the browser still has a subscription. */
export async function keepSubscribed(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  const own = await subscription().catch(() => null)
  if (own) await tellServer(own)
}

async function tellServer(own: PushSubscription) {
  const { endpoint, keys } = own.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  return call(addPushSubscription, { body }, { ...PATIENCE, headers: { 'idempotency-key': crypto.randomUUID() } })
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
