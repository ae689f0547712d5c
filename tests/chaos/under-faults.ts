import type { Database } from '../../server/db/client.ts'
import { openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { takePort } from '../support/ports.ts'
import { type Random, randomFrom } from '../sync/simulation/random.ts'
import { type Client, createClient } from './client.ts'
import { checkLedger, type LedgerCheck, NOTHING_LOST } from './ledger-check.ts'
import { makeRestocks, type Restock } from './restocks.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export type Plan = { seed: number; times: number; restocks: number; clients: number }
export type Report = LedgerCheck & {
  /** Number of faults. */
  times: number
  acknowledged: number
  /** How often a client got no response and sent the request again. */
  retries: number
  /** Unexpected errors that servers logged. An unavailable database is not unexpected. */
  unforeseen: string[]
  /** The last output of servers that did not start, even if the next one did. */
  failedStarts: string[]
  longestStartSeconds: number
  seconds: number
}

/** Where a server stores its data. */
export type Place = { dataDir: string; databaseUrl?: string | undefined; databaseDirectUrl?: string }

/** The faults injected while clients restock; returns their number. */
export type Fault = (around: {
  random: Random
  restocks: readonly Restock[]
  working: Promise<unknown>
  server: Supervised
}) => Promise<number>

/** After this many failed starts in a row the run fails. */
const TRIES = 3

/** Lets clients restock under faults, each retrying until acknowledged; then checks the ledger. */
export async function restockUnder(plan: Plan, place: Place, fault: Fault): Promise<Report> {
  const begun = performance.now()
  const port = await takePort()
  const over = new AbortController()
  const server = supervise(() => startServer({ port, ...place }), over)
  try {
    await server.start()
    const random = randomFrom('trouble', plan.seed)
    const clients = Array.from({ length: plan.clients }, (_, index) =>
      createClient(`http://127.0.0.1:${port}`, `10.0.0.${index + 1}`, randomFrom('client', plan.seed, index), over.signal),
    )
    const [first] = clients
    if (!first) throw new Error('there are no clients')
    // Signs in before the first fault, because a password that is being verified when the server is killed stays counted as a failed
    // attempt.
    await Promise.all(clients.map((client) => client.me()))
    const { companyId } = await first.me()
    const before = await first.points()
    const restocks = makeRestocks(random, before, plan.restocks, Date.now())

    // The last restock waits for the last fault, so that the work cannot finish earlier, however slow this process is.
    let endFault = () => {}
    const faultEnded = new Promise<void>((resolve) => {
      endFault = resolve
    })
    const [others, last] = [restocks.slice(0, -1), restocks.at(-1)]
    const working = Promise.all([
      ...clients.map((client, index) =>
        workThrough(
          client,
          others.filter((_, number) => number % clients.length === index),
          randomFrom('work', plan.seed, index),
        ),
      ),
      faultEnded.then(() => last && first.restock(last)),
    ])
    const [times] = await Promise.all([fault({ random, restocks, working, server }).finally(endFault), working])
    await server.stop()

    const database = await openAt(place)
    const check = await checkLedger(database.owner, companyId, restocks, before)
    await database.close()
    return {
      ...check,
      times,
      acknowledged: acknowledgedOf(restocks),
      retries: clients.reduce((sum, client) => sum + client.retries(), 0),
      unforeseen: server.unforeseen(),
      failedStarts: server.failedStarts,
      longestStartSeconds: server.longestStartMs() / 1000,
      seconds: (performance.now() - begun) / 1000,
    }
  } finally {
    over.abort()
    await server.kill()
  }
}

/** Opens the database of a stopped server. */
export async function openAt({ dataDir, databaseUrl, databaseDirectUrl = databaseUrl }: Place): Promise<Database> {
  const opened = databaseDirectUrl ? await openPostgres(databaseDirectUrl, 2) : await openEmbedded(dataDir)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

type Supervised = ReturnType<typeof supervise>

/** Runs one server after the other on the same port and data. Stops with `over` if one exits on its own. */
function supervise(launch: () => ServerProcess, over: AbortController) {
  const failedStarts: string[] = []
  let longestStartMs = 0
  const launched: ServerProcess[] = []
  const current = () => launched.at(-1)

  /** Returns why it did not start, or null. */
  const tryToStart = async (server: ServerProcess): Promise<string | null> => {
    launched.push(server)
    const failure = await server.ready.then(
      () => null,
      ({ message }: Error) => message,
    )
    if (failure !== null) failedStarts.push(failure)
    return failure
  }

  return {
    failedStarts,
    longestStartMs: () => longestStartMs,
    start: async () => {
      for (let tries = 1; ; tries++) {
        over.signal.throwIfAborted()
        const begun = performance.now()
        const server = launch()
        const failure = await tryToStart(server)
        longestStartMs = Math.max(longestStartMs, performance.now() - begun)
        if (failure === null) {
          void server.left.then((words) => over.abort(new Error(`the server exited unexpectedly: ${words}`)))
          return
        }
        await server.kill()
        if (tries === TRIES) throw new Error(`the server did not start: ${failure}`)
      }
    },
    killWhileStarting: async (afterMs: number) => {
      const server = launch()
      await Promise.race([tryToStart(server), pause(afterMs)])
      await server.kill()
    },
    kill: async () => current()?.kill(),
    stop: async () => current()?.stop(),
    unforeseen: () => launched.flatMap((server) => server.unforeseen()),
  }
}

/** A client's work: calls and pushes in turn, and occasionally a repeat of an operation that was acknowledged long ago. */
async function workThrough(client: Client, own: Restock[], random: Random): Promise<void> {
  for (let done = 0; done < own.length; ) {
    const size = random.chance(0.5) ? 1 : random.between(2, 25)
    const some = own.slice(done, done + size)
    const [only] = some
    if (some.length === 1 && only) await client.restock(only)
    else await client.push(some)
    done += some.length
    if (random.chance(0.1)) await client.restock(random.pick(own.slice(0, done)))
  }
}

/** Injects a fault each time that this many more operations have been acknowledged; the moment within a request is random. */
export async function strikeBetween(
  { random, restocks, working }: Parameters<Fault>[0],
  times: number,
  strike: () => Promise<unknown>,
): Promise<number> {
  const marks = Array.from({ length: times }, () => random.between(0, Math.floor(restocks.length * 0.95))).toSorted((a, b) => a - b)
  let isOver = false
  const end = () => {
    isOver = true
  }
  working.then(end, end)
  let struck = 0
  for (const mark of marks) {
    while (!isOver && acknowledgedOf(restocks) < mark) await pause(5)
    if (isOver) return struck
    await pause(random.between(0, 40))
    await strike()
    struck++
  }
  return struck
}

const acknowledgedOf = (restocks: readonly Restock[]) => restocks.filter(({ isAcknowledged }) => isAcknowledged).length

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Nothing lost, nothing twice, every balance correct, no unexpected error and no failed start. */
export const NO_FAILURES = { ...NOTHING_LOST, unforeseen: [], failedStarts: [] } satisfies Partial<Report>

export const isWhole = ({ lost, twice, operations, mismatches, wrong, unforeseen, failedStarts }: Report) =>
  [lost, twice, operations, mismatches, wrong, unforeseen, failedStarts].every((found) => found.length === 0)
