import { parseArgs } from 'node:util'
import { leaveWith, settingsOrLeave } from '../server/cli/command-line.ts'
import { restore } from '../server/cli/restore.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, confirm: { type: 'boolean', default: false } } })
if (values.from === undefined) leaveWith('npm run restore -- --from file [--confirm]')
const done = await restore(settingsOrLeave(), values.from, { confirmed: values.confirm })
if ('wrong' in done) leaveWith(done.wrong)
console.log(`The database is restored to ${done.madeAt}. All users have to sign in again; then their devices resend what the backup lacks.`)
if (done.photosElsewhere > 0)
  console.log(
    `${done.photosElsewhere} photos are in the photo store and not in the file; npm run self-check lists those that are missing there.`,
  )
