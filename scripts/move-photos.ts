import { parseArgs } from 'node:util'
import { leaveWith, settingsOrLeave } from '../server/cli/command-line.ts'
import { movePhotos } from '../server/cli/move-photos.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
if (values.to !== 'store' && values.to !== 'database') leaveWith('npm run move-photos -- --to store|database')
const done = await movePhotos(settingsOrLeave(), values.to)
if ('wrong' in done) leaveWith(done.wrong)
console.log(`${done.moved} photos were moved to the ${values.to}.`)
for (const { company, id } of done.missing) console.log(`company ${company}: the photo ${id} is missing in the photo store`)
