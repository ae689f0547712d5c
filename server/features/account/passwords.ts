import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { TooBusy } from '../../http/load-shedding.ts'

/** argon2id parameters of OWASP (argon2id is the library's default): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash without a known password. Verified for unknown logins, so that the response takes the same time. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$MtPcrqBeJwGlF6RS5w4IZw$hQqGRFYY7OEFX8FPGVRU1KNAvb1E9wgckSceUfr8V9A'

/** Leaves one core for other requests. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** About two seconds of work; further requests are refused with a retry time. */
const MAX_WAITING = 30
let running = 0
const waiting: (() => void)[] = []

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) throw new TooBusy()
  if (running < AT_ONCE) running++
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    // Passes the slot to the next waiter directly, so that no later caller can take it first.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password, COST))

/** Stored for users without a password: seats, and invited users who have not set one. */
export const NO_PASSWORD = '!'

/** Takes the same time with and without a hash. An unreadable hash never matches. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const stored = passwordHash === NO_PASSWORD ? null : passwordHash
  const fits = await limitConcurrency(() => verify(stored ?? DECOY, password).catch(() => false))
  return fits && stored !== null
}
