import { ENDPOINTS } from '#contract/api.ts'
import { argumentsOf } from '../../server/cli/arguments.ts'
import { exitWith } from '../../server/cli/command-line.ts'
import { storm } from './storm.ts'
import { aWorld } from './world.ts'

const USAGE = 'npm run fuzz -- [--bodies 200] [--seed 4711] [--endpoint name[,name]] [--path as printed]'

const { values } = argumentsOf(USAGE, {
  options: {
    bodies: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    endpoint: { type: 'string' },
    path: { type: 'string' },
  },
})
const { path } = values
const [requests, seed] = [Number(values.bodies), Number(values.seed)]
const chosen = values.endpoint?.split(',')
const unknown = chosen?.filter((one) => ENDPOINTS.every(({ name }) => name !== one)) ?? []
if (unknown.length > 0) exitWith(`There is no endpoint ${unknown.join(', ')}.\n${USAGE}`)
if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed)) exitWith(`--bodies and --seed take numbers.\n${USAGE}`)
console.log(`seed ${seed}`)
for (const endpoint of ENDPOINTS.filter(({ name }) => chosen?.includes(name) ?? true)) {
  const world = await aWorld()
  const began = performance.now()
  const { statuses, sound, wrong, ledger } = await storm({ world, endpoint, requests, seed, ...(path === undefined ? {} : { path }) })
  await world.close()
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status} × ${times}`)
  console.log(`${endpoint.name}: ${sound} valid; ${counts.join(', ')}; ${((performance.now() - began) / 1000).toFixed(0)} s`)
  if (ledger.mismatches.length > 0)
    console.log(`  ${ledger.mismatches.length} of ${ledger.pointsChecked} balances differ from their movements`)
  if (wrong) console.log(`  ${wrong.replaceAll('\n', '\n  ')}`)
  if (wrong || ledger.mismatches.length > 0) process.exitCode = 1
}
