import { argumentsOf } from '../server/cli/arguments.ts'
import { checkBalances } from '../server/cli/check-balances.ts'
import { exitWith, settingsOrExit } from '../server/cli/command-line.ts'
import { selfCheckLines } from '../server/cli/self-check-lines.ts'

const { values } = argumentsOf('npm run self-check -- [--rebuild]', { options: { rebuild: { type: 'boolean', default: false } } })
const done = await checkBalances(settingsOrExit(), { rebuild: values.rebuild })
if ('wrong' in done) exitWith(done.wrong)
for (const line of selfCheckLines(done)) console.log(line)
const orphans = done.photos && 'orphans' in done.photos ? done.photos.orphans.length : 0
if (done.mismatches.length + done.stale.length + orphans > 0 && !values.rebuild)
  exitWith('npm run self-check -- --rebuild corrects the others.')
if (done.broken.length > 0) exitWith('An audit log cannot be repaired: compare it with a backup.')
