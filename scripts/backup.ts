import { parseArgs } from 'node:util'
import { backUp } from '../server/cli/back-up.ts'
import { leaveWith, settingsOrLeave } from '../server/cli/command-line.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
const done = await backUp(settingsOrLeave(), values.to)
if ('wrong' in done) leaveWith(done.wrong)
console.log(`The backup is ${done.file}`)
if (done.blockedMs !== null) console.log(`The server kept everybody waiting for ${done.blockedMs.toFixed(0)} ms.`)
console.log(
  'It holds everything of every company, hashes of passwords too, and neither master.key nor who is signed in. Keep it elsewhere.',
)
