import { type AppError, MAX_APP_ERRORS, MAX_FRAMES, reportAppErrors } from '#contract/app-errors.ts'
import { HOUR, SECOND, toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { StoreTooNew } from '#offline/store.ts'
import { recall, remember } from './local-settings.ts'
import { NotAnswered } from './server-requests.ts'

type Kind = AppError['kind']

const KEY = 'appErrors'
/** An error that occurs again within this time is only counted. */
const REPEATS = HOUR
const SENT_AFTER = 5 * SECOND

/** The time and number of the last report of each error, by class and origin. */
const last = new Map<string, { at: number; count: number }>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Reports errors of the app to the server, all of them: where the program failed, without messages, addresses or anything typed. They are
 * stored until the server has them. `routeOf` returns the pattern of the page's address.
 */
export function reportErrors(routeOf: () => string): void {
  const on = (kind: Kind) => (error: unknown) => note(kind, error, routeOf())
  addEventListener('error', ({ error }) => error && on('error')(error))
  addEventListener('unhandledrejection', ({ reason }) => on('rejection')(reason))
  addEventListener('online', soon)
  caughtError = on('caught')
  if (pending().length > 0) soon()
}

let caughtError: (error: unknown) => void = () => {}

/** For errors that a library catches: React those of screens, TanStack Query those of changes. */
export function noteCaughtError(error: unknown): void {
  console.error(error)
  caughtError(error)
}

/** Missing responses and parts of the app that could not be loaded are no errors of the program. */
const isExpected = (error: unknown) =>
  error instanceof NotAnswered ||
  error instanceof StoreTooNew ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  isUnreachable(error)

/** A request without a response, such as one for a part of the app. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError && UNREACHABLE.test(error.message)

/** The messages of browsers for a request without a response. */
const UNREACHABLE =
  /^(?:failed to fetch|load failed|networkerror when|error loading dynamically imported module|importing a module script failed)/i

function note(kind: Kind, error: unknown, route: string): void {
  if (isExpected(error)) return
  const name = error instanceof Error ? error.name : typeof error
  const frames = framesIn(error instanceof Error ? (error.stack ?? '') : '')
  const key = JSON.stringify([name, frames[0]])
  const now = Date.now()
  const before = last.get(key)
  if (before && now - before.at < REPEATS) return void before.count++
  last.set(key, { at: now, count: 0 })
  const one = { id: crypto.randomUUID(), at: toIso(now), kind, name: plain(name, 60), route: plain(route, 200), version: __APP_VERSION__ }
  remember(KEY, JSON.stringify([...pending(), { ...one, frames, count: 1 + (before?.count ?? 0) }].slice(-MAX_APP_ERRORS)))
  soon()
}

const plain = (text: string, longest: number) => text.replaceAll(/[^\w$./<>[\]@-]/g, '').slice(0, longest)

/** The frames of the app itself, in the forms of Chromium, and of Firefox and Safari. */
export function framesIn(stack: string): AppError['frames'] {
  const frames = stack.matchAll(/^(?: +at (?:(.*?) \()?|(.*?)@)(\S+?):(\d+):(\d+)\)?$/gm)
  return [...frames]
    .flatMap(([, chromium, other, address = '', line, column]) => {
      if (!address.startsWith(`${location.origin}/`)) return []
      const file = plain(address.slice(location.origin.length + 1).replace(/[?#].*/s, ''), 120)
      return { function: plain(chromium ?? other ?? '', 100), file, line: Number(line), column: Number(column) }
    })
    .slice(0, MAX_FRAMES)
}

function pending(): AppError[] {
  try {
    const stored: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function soon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void send(), SENT_AFTER)
}

/** Those that occurred meanwhile stay. After a refusal they are dropped, because another version of the server would refuse them again. */
async function send(): Promise<void> {
  const errors = pending()
  if (errors.length === 0 || !navigator.onLine) return
  const answer = await call(reportAppErrors, { body: { errors } }, { timeoutMs: 30 * SECOND })
  if (answer.state === 'unreachable') return
  const sent = new Set(errors.map(({ id }) => id))
  remember(KEY, JSON.stringify(pending().filter(({ id }) => !sent.has(id))))
}
