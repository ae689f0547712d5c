import { argumentsOf } from '../../server/cli/arguments.ts'
import { exitWith } from '../../server/cli/command-line.ts'
import { planOf, workingDay } from './simulation/plan.ts'
import { run } from './simulation/run.ts'
import { shrink } from './simulation/shrink.ts'

const USAGE = 'npm run simulate -- [--seeds 300] [--from 1] [--all] [--day], or --seed 4711'

const { values } = argumentsOf(USAGE, {
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    all: { type: 'boolean', default: false },
    day: { type: 'boolean', default: false },
  },
})
const from = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.seeds) : 1
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(count)) exitWith(`--seeds, --from and --seed take numbers.\n${USAGE}`)
const began = performance.now()
let steps = 0
let failures = 0
for (let seed = from; seed < from + count; seed++) {
  const plan = values.day ? workingDay(seed) : planOf(seed)
  const ended = await run(plan)
  steps += ended.steps
  if (!ended.broken) continue
  failures++
  console.log(`Seed ${seed}: ${ended.broken.message}`)
  if (values.all) continue
  const least = await shrink(plan, ended.broken)
  const again = await run(least)
  console.log(
    `\nSmallest: ${least.actions - least.skip.length} actions, ${JSON.stringify({ ...least, faults: Object.fromEntries(Object.entries(least.faults).filter(([, often]) => often > 0)) })}`,
  )
  console.log(`${again.broken?.message}\n\n${again.trace.join('\n')}`)
  break
}
console.log(`${count} seeds, ${steps} steps, ${((performance.now() - began) / 1000).toFixed(1)} s, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
