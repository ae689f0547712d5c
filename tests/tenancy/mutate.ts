import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { allGuards } from './guards.ts'
import type { Verdict } from './mutated-process.ts'
import { nameOf, openMutatedServer } from './mutated-server.ts'
import { redundancyOf } from './redundant-guards.ts'

const USAGE = `npm run mutate [-- part of a file or of a line …]

Removes the guards of the server one by one, in a copy of the sources, and prints which removals the tenancy tests did not detect.
Then it removes every filter by company at once, and prints whether row-level security alone separates the companies.`

const names = process.argv.slice(2)
if (names.some((name) => name.startsWith('-'))) {
  console.error(USAGE)
  process.exit(1)
}

const tried = [...allGuards().entries()].filter(([, guard]) => names.length === 0 || names.some((name) => nameOf(guard).includes(name)))
const guards = new Map(tried)
const waiting = [...guards.keys()]
const detected = new Map<number, string | null>()

/** A process waits for its database half of the time, so there is one more than cores. */
const processes = Math.min(availableParallelism() + 1, waiting.length)
await Promise.all(Array.from({ length: processes }, testGuards))

/** Tests guards in its own process until none is left. */
function testGuards(): Promise<void> {
  const tester = fork('tests/tenancy/mutated-process.ts')
  return new Promise((done, failed) => {
    tester.on('message', (message: Verdict | 'ready') => {
      if (message !== 'ready') note(message)
      const next = waiting.shift()
      if (next === undefined) tester.disconnect()
      else tester.send(next)
    })
    tester.on('exit', (code) => (code === 0 ? done() : failed(new Error(`a test process exited with ${code}`))))
  })
}

function note(message: Verdict) {
  const guard = guards.get(message.index)
  if (!guard) throw new Error('a test process reported a guard that was not assigned to it')
  detected.set(message.index, message.detected)
  const verdict = message.detected ? 'detected' : redundancyOf(guard) ? 'redundant' : 'MISSED'
  const words = message.detected ? ` — ${message.detected.slice(0, 120).replaceAll('\n', ' ')}` : ''
  console.log(`${detected.size}/${guards.size} ${verdict} ${nameOf(guard)}${words}`)
}

const missed = tried.filter(([index]) => detected.get(index) === null).map(([, guard]) => guard)
const open = missed.filter((guard) => !redundancyOf(guard))
console.log(`\n${guards.size} guards, ${tried.filter(([, { wall }]) => wall).length} of them company filters.`)
const counted = guards.size - (missed.length - open.length)
console.log(
  `${counted - open.length} of ${counted} removals detected (${((100 * (counted - open.length)) / Math.max(1, counted)).toFixed(1)} %).`,
)
for (const guard of missed) console.log(`  ${redundancyOf(guard) ? `Redundant: ${redundancyOf(guard)}` : 'Not detected'}: ${nameOf(guard)}`)

const server = await openMutatedServer()
const behind = await server.runWithRowSecurityOnly(allGuards().filter(({ wall, bySystem }) => wall && !bySystem))
console.log(`Without any company filter, row-level security alone: ${behind ?? 'no response and no row differs.'}`)
// Tests that always fail would detect everything.
const { detected: untouched } = await server.runTests([])
console.log(`Nothing removed: ${untouched ?? 'all tests pass.'}`)
await server.close()
process.exit(open.length === 0 && !behind && !untouched ? 0 : 1)
