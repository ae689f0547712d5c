import { parseArgs } from 'node:util'
import { isWhole, killServer } from './kill.ts'

// npm run chaos -- kill [--times 50] [--restocks 10000] [--clients 20] [--database embedded|postgresql] [--seed 1]
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '50' },
    restocks: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '20' },
    database: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
if (positionals[0] !== 'kill') {
  console.error('npm run chaos -- kill [--times 50] [--restocks 10000] [--clients 20] [--database embedded|postgresql] [--seed 1]')
  process.exit(1)
}

const databases = (['embedded', 'postgresql'] as const).filter((database) => values.database === undefined || values.database === database)
for (const database of databases) {
  const plan = {
    seed: Number(values.seed),
    times: Number(values.times),
    restocks: Number(values.restocks),
    clients: Number(values.clients),
    database,
  }
  console.log(
    `Seed ${plan.seed}, ${database}: ${plan.restocks} restocks by ${plan.clients} clients, the server killed ${plan.times} times.`,
  )
  const report = await killServer(plan)
  if ('missing' in report) {
    console.log(`Not run: ${report.missing}`)
    continue
  }
  const { kills, retries, seconds, pointsChecked, ...found } = report
  const counts = Object.entries(found).map(([what, list]) => `${what} ${list.length}`)
  console.log(`${kills} kills, ${retries} retries, ${pointsChecked} stock points, ${seconds.toFixed(0)} s: ${counts.join(', ')}`)
  if (!isWhole(report)) {
    console.log(JSON.stringify(found).slice(0, 4_000))
    process.exitCode = 1
  }
}
