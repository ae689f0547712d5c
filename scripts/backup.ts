import { argumentsOf } from '../server/cli/arguments.ts'
import { backUp } from '../server/cli/back-up.ts'
import { exitWith, settingsOrExit } from '../server/cli/command-line.ts'

const { values } = argumentsOf('npm run backup -- [--to file]', { options: { to: { type: 'string' } } })
const done = await backUp(settingsOrExit(), values.to)
if ('wrong' in done) exitWith(done.wrong)
console.log(`Backup written to ${done.file}`)
if (done.blockedMs !== null) console.log(`Other requests were blocked for ${done.blockedMs.toFixed(0)} ms.`)
console.log(
  'The file contains the data of all companies, including password hashes, but no sessions and not master.key. Store it elsewhere.',
)
if (done.photosElsewhere > 0)
  console.log(
    `${done.photosElsewhere} photos are in the photo store and not in the file. Back up the bucket too, or let it keep old versions.`,
  )
