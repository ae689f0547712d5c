import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { TooBusy } from '../../http/load-shedding.ts'

/** OWASP's figures for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Nobody's password. Checked where a login does not exist, so that the answer takes the same time. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$MtPcrqBeJwGlF6RS5w4IZw$hQqGRFYY7OEFX8FPGVRU1KNAvb1E9wgckSceUfr8V9A'

/** A core is left for everybody who is already signed in. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** About two seconds' worth: who comes behind them is asked to come again. */
const MAX_WAITING = 30
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) throw new TooBusy()
  if (running < AT_ONCE) running++
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    // The place is handed on, not given up and taken again: nobody who comes later gets between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** Takes the same time whether there is a hash or none; a hash that cannot be read fits no password. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash ?? DECOY, password).catch(() => false))
  return fits && passwordHash !== null
}
