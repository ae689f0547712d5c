import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { addPushSubscription, listPushSubscriptions } from '#contract/alerts.ts'
import { call } from '#offline/api-client.ts'
import { wayByHand } from './installation.ts'
import { keyed, TIMEOUT } from './server-requests.ts'

/** The state of notifications in this browser: 'on' and 'off', or what prevents them. */
export type PushState = 'on' | 'off' | 'denied' | 'install' | 'unsupported'

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The state of this device: the browser's permission, and whether the server has its subscription for this session. */
export const pushState = () =>
  queryOptions({
    queryKey: ['pushState'],
    // A permission can change outside the app without an event.
    staleTime: 0,
    queryFn: async (): Promise<PushState> => {
      // On an iPhone, only a page started from the home screen has notifications.
      const isApple = wayByHand(navigator.userAgent, navigator.maxTouchPoints).startsWith('iphone')
      if (!canPush()) return isApple ? 'install' : 'unsupported'
      if (Notification.permission === 'denied') return 'denied'
      if (Notification.permission !== 'granted' || !(await subscription())) return 'off'
      const known = await call(listPushSubscriptions, {}, TIMEOUT)
      return known.state === 'answered' && !known.value.some(({ isThis }) => isThis) ? 'off' : 'on'
    },
  })

const subscription = async () => (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** The outcome of subscribing: refused by the browser or the user, server or push service unreachable, or a server error. */
export type Subscribing = 'done' | 'denied' | 'not-now' | 'failed' | 'serverFailed' | 'refused'

/**
 * Requests the browser's permission, which needs a tap, subscribes this device and registers it with the server. A subscription for another
 * server's key is replaced.
 */
export const subscribeThisDevice = mutationOptions({
  meta: { invalidates: [['pushState'], ['alertRules']] },
  mutationFn: (serverKey: string | null) => subscribe(serverKey),
})

async function subscribe(serverKey: string | null): Promise<Subscribing> {
  if (!canPush() || serverKey === null) return 'failed'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'not-now'
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const known = await pushManager.getSubscription()
    if (known && keyOf(known) !== serverKey) await known.unsubscribe()
    const own = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
    const answer = await register(own)
    if (answer.state === 'answered') return 'done'
    if (answer.state === 'refused') return 'refused'
    return answer.state === 'unreachable' && answer.status !== undefined ? 'serverFailed' : 'failed'
  } catch {
    return 'failed'
  }
}

/** The server identifies a device by its session, so after a new sign-in an existing subscription is registered again. */
export async function renewSubscription(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  const own = await subscription().catch(() => null)
  if (own) await register(own)
}

async function register(own: PushSubscription) {
  const { endpoint, keys } = own.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  return call(addPushSubscription, { body }, keyed(crypto.randomUUID()))
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
