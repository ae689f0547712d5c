import type { Changes, Operation, Result } from '#contract/sync.ts'

/** The outcome of a request. Errors are values: only `answered` and `refused` come from our own server. */
export type Answer<T> =
  | { state: 'answered'; value: T }
  | { state: 'refused'; status: number; code: string; detail?: string | undefined; details?: unknown }
  /**
   * No usable response, possibly temporary. `status`: the HTTP status of a server that failed or was busy. `interceptedWith`: that of a
   * program in between, such as a firewall. Without either there was no network, or a time-out (`isLate`).
   */
  | {
      state: 'unreachable'
      retryAfterMs: number | null
      status?: number | undefined
      isLate?: boolean | undefined
      interceptedWith?: number
      code?: PassingCode
    }
  | { state: 'signed-out' }

/** Why a server that answers cannot do its work for a while. */
export const PASSING_CODES = ['DISK_FULL', 'PHOTO_STORE_AWAY'] as const
type PassingCode = (typeof PASSING_CODES)[number]

export type Unanswered = Exclude<Answer<unknown>, { state: 'answered' }>

/** The server refuses this user: the session has expired, or the rights were removed. */
export const isAccessDenied = (answer: Answer<unknown>): boolean =>
  answer.state === 'signed-out' || (answer.state === 'refused' && answer.status === 403)

/** The two calls of the sync engine. */
export type SyncCalls = {
  push(operations: readonly Operation[]): Promise<Answer<{ epoch: string; serverTime: string; results: Result[] }>>
  pull(request: { cursor: string | null; pending: readonly string[] }): Promise<Answer<Changes>>
  /** Requests only the time, before entries are stamped by a clock without a recent sample. */
  ask(): Promise<Answer<unknown>>
}
