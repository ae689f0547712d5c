import { parseArgs } from 'node:util'
import { checkBalances } from '../server/cli/check-balances.ts'
import { leaveWith, settingsOrLeave } from '../server/cli/command-line.ts'
import { selfCheckLines } from '../server/cli/self-check-lines.ts'

const { values } = parseArgs({ options: { rebuild: { type: 'boolean', default: false } } })
const done = await checkBalances(settingsOrLeave(), { rebuild: values.rebuild })
if ('wrong' in done) leaveWith(done.wrong)
for (const line of selfCheckLines(done)) console.log(line)
const orphans = done.photos && 'orphans' in done.photos ? done.photos.orphans.length : 0
if (done.unfolded.length + done.astray.length + orphans > 0 && !values.rebuild)
  leaveWith('npm run self-check -- --rebuild corrects the others.')
if (done.broken.length > 0) leaveWith('An audit log cannot be repaired: compare it with a backup.')
