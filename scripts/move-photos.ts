import { argumentsOf } from '../server/cli/arguments.ts'
import { exitWith, settingsOrExit } from '../server/cli/command-line.ts'
import { movePhotos } from '../server/cli/move-photos.ts'

const USAGE = 'npm run move-photos -- --to store|database'

const { values } = argumentsOf(USAGE, { options: { to: { type: 'string' } } })
if (values.to !== 'store' && values.to !== 'database') exitWith(USAGE)
const done = await movePhotos(settingsOrExit(), values.to)
if ('wrong' in done) exitWith(done.wrong)
console.log(`${done.moved} photos were moved to the ${values.to}.`)
for (const { company, id } of done.missing) console.log(`company ${company}: the photo ${id} is missing in the photo store`)
