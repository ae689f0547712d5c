import { parseArgs } from 'node:util'
import { leaveWith, settingsOrLeave } from '../server/cli/command-line.ts'
import { restore } from '../server/cli/restore.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, confirm: { type: 'boolean', default: false } } })
if (values.from === undefined) leaveWith('npm run restore -- --from file [--confirm]')
const done = await restore(settingsOrLeave(), values.from, { confirmed: values.confirm })
if ('wrong' in done) leaveWith(done.wrong)
console.log(`The database is as it was at ${done.madeAt}. Everybody signs in once more, and then their devices send again what it lacks.`)
