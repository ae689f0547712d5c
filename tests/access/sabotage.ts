import { allGuards, type Guard } from './guards.ts'
import { nameOf, openSabotage } from './sabotaged-server.ts'
import { backedBy } from './second-locks.ts'

const USAGE = `npm run sabotage [-- part of a file or of a line …]

Removes the guards of the server one by one, in a copy of the sources, and says which removals the access matrix did not catch.
Then it removes every filter by company at once, and tells whether row-level security alone keeps the companies apart.`

const names = process.argv.slice(2)
if (names.some((name) => name.startsWith('-'))) {
  console.error(USAGE)
  process.exit(1)
}

const guards = allGuards().filter((guard) => names.length === 0 || names.some((name) => nameOf(guard).includes(name)))
const server = await openSabotage()
const missed: Guard[] = []
for (const [index, guard] of guards.entries()) {
  const { caught } = await server.judge([guard])
  if (!caught) missed.push(guard)
  console.log(
    `${index + 1}/${guards.length} ${caught ? 'caught' : backedBy(guard) ? 'backed' : 'MISSED'} ${nameOf(guard)}${caught ? ` — ${caught.slice(0, 120).replaceAll('\n', ' ')}` : ''}`,
  )
}

const open = missed.filter((guard) => !backedBy(guard))
console.log(`\n${guards.length} guards, ${guards.filter(({ wall }) => wall).length} of them filters by company.`)
const counted = guards.length - (missed.length - open.length)
console.log(
  `${counted - open.length} of ${counted} removals caught (${((100 * (counted - open.length)) / Math.max(1, counted)).toFixed(1)} %).`,
)
for (const guard of missed)
  console.log(`  ${backedBy(guard) ? `Changes nothing, since ${backedBy(guard)}` : 'Not caught'}: ${nameOf(guard)}`)

const behind = await server.judgeSecondWall(allGuards().filter(({ wall, byHouse }) => wall && !byHouse))
console.log(`All filters by company away, row-level security alone: ${behind ?? 'not a word and not a row is otherwise.'}`)
// A matrix that always cries would catch everything.
const { caught: untouched } = await server.judge([])
console.log(`Nothing removed: ${untouched ?? 'the matrix finds nothing wrong.'}`)
await server.close()
process.exit(open.length === 0 && !behind && !untouched ? 0 : 1)
