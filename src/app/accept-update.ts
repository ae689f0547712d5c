import { SECOND } from '#domain/time.ts'

const REMINDER_MS = 3 * SECOND
const SLOW_MS = 10 * SECOND

type Worker = Pick<ServiceWorker, 'postMessage' | 'state'>
/**
 * What an update needs of the browser, to be replaced in tests. `wake`: resolves when the active worker runs, for example because it has
 * served a file.
 */
export type Workers = {
  getRegistration(): Promise<{ waiting: Worker | null; installing: Worker | null; active: Worker | null } | undefined>
  wake(): Promise<unknown>
}

/**
 * Asks the waiting version to take over until it has. A message can be lost while the worker starts, a newer version can replace the waiting
 * one, and the browser waits until the active version has ended its work. Chromium ends the active version at the first request
 * only, and not if that version is just starting: the update would take five minutes. So the active version is started before the request.
 *
 * `onSlow`: it takes longer than a user waits without a word. `reload`: no version waits any more, so the page's own is no longer the
 * newest, or the update is gone.
 */
export function acceptUpdate(workers: Workers, { onSlow, reload }: { onSlow(): void; reload(): void }): void {
  const ask = async () => {
    const registration = await workers.getRegistration().catch(() => undefined)
    if (registration?.waiting) registration.waiting.postMessage({ type: 'take-over' })
    // Otherwise the next one is about to wait, or to take over.
    else if (!registration?.installing && registration?.active?.state !== 'activating') {
      clearInterval(again)
      clearTimeout(slow)
      reload()
    }
  }
  let again: ReturnType<typeof setInterval> | undefined
  const slow = setTimeout(onSlow, SLOW_MS)
  const begin = () => {
    if (again !== undefined) return
    again = setInterval(() => void ask(), REMINDER_MS)
    void ask()
  }
  void workers.wake().then(begin, begin)
  setTimeout(begin, REMINDER_MS)
}
