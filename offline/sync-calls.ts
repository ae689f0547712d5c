import type { Changes, Operation, Result } from '#contract/sync.ts'

/** What came of asking the server. Bad news is data: only `answered` and `refused` are words of our own server. */
export type Answer<T> =
  | { state: 'answered'; value: T }
  | { state: 'refused'; status: number; code: string; detail?: string | undefined; details?: unknown }
  /**
   * No usable answer, which may pass. `status`: the HTTP status of a server that answered and failed or was busy. Without it
   * there was no network, a time-out (`isLate`), or an answer that is not this server's.
   */
  | { state: 'unreachable'; retryAfterMs: number | null; status?: number | undefined; isLate?: boolean | undefined }
  | { state: 'signed-out' }

export type Unanswered = Exclude<Answer<unknown>, { state: 'answered' }>

/** The server's own word that this person may not go on: their session is dead, or their rights are gone. */
export const isTurnedAway = (answer: Answer<unknown>): boolean =>
  answer.state === 'signed-out' || (answer.state === 'refused' && answer.status === 403)

/** The two questions of the sync engine. */
export type SyncCalls = {
  push(operations: readonly Operation[]): Promise<Answer<{ epoch: string; serverTime: string; results: Result[] }>>
  pull(request: { cursor: string | null; pending: readonly string[] }): Promise<Answer<Changes>>
  /** Asks for the time alone, before anything is stamped by a clock that was not compared for long. */
  ask(): Promise<Answer<unknown>>
}
