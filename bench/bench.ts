import { cpus } from 'node:os'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { activity } from './activity/activity.ts'
import { alerts } from './alerts/alerts.ts'
import { boot } from './boot/boot.ts'
import { ensurePeers } from './bundle.ts'
import { cash } from './cash/cash.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { evaDts } from './eva-dts/eva-dts.ts'
import { flush } from './flush/flush.ts'
import { forecast } from './forecast/forecast.ts'
import { growth } from './growth/growth.ts'
import { imports } from './imports/imports.ts'
import { ingest } from './ingest/ingest.ts'
import { large } from './large/large.ts'
import { live } from './live/live.ts'
import { mirror } from './mirror/mirror.ts'
import { outbox } from './outbox/outbox.ts'
import { planning } from './planning/planning.ts'
import { restock } from './restock/restock.ts'
import { rounds } from './rounds/rounds.ts'
import { signIn } from './sign-in/sign-in.ts'
import { simulator } from './simulator/simulator.ts'
import { start } from './start/start.ts'
import { type Row, table } from './table.ts'
import { tables } from './tables/tables.ts'

const suites: Record<string, () => Promise<Row[]>> = {
  mirror,
  outbox,
  boot,
  tables,
  restock,
  ingest,
  imports,
  dashboard,
  growth,
  large,
  activity,
  live,
  alerts,
  flush,
  start,
  'sign-in': signIn,
  'eva-dts': evaDts,
  forecast,
  cash,
  planning,
  rounds,
  simulator,
}

/** Takes hours. */
const ONLY_BY_NAME = ['large']
const WITH_PEERS = ['mirror', 'outbox', 'boot']

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`unknown benchmarks: ${unknown.join(', ')}; available: ${Object.keys(suites).join(', ')}`)
  console.error(`Without names, all run except ${ONLY_BY_NAME.join(', ')}, which takes hours.`)
  process.exit(1)
}

const chosen = Object.entries(suites).filter(([name]) => (names.length > 0 ? names.includes(name) : !ONLY_BY_NAME.includes(name)))
if (chosen.some(([name]) => WITH_PEERS.includes(name))) ensurePeers()
await ensureBuilt()
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`)
for (const [name, suite] of chosen) console.log(`\n## ${name}\n\n${table(await suite())}`)
