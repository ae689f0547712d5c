import { argumentsOf } from '../server/cli/arguments.ts'
import { exitWith, settingsOrExit } from '../server/cli/command-line.ts'
import { moveTo } from '../server/cli/move-to.ts'
import { selfCheckLines } from '../server/cli/self-check-lines.ts'

const USAGE = 'npm run move-to -- postgres://user:password@host/database'

const { positionals } = argumentsOf(USAGE, { allowPositionals: true })
const [url] = positionals
if (url === undefined || positionals.length > 1) exitWith(USAGE)
const done = await moveTo(settingsOrExit(), url)
if ('wrong' in done) exitWith(done.wrong)
for (const line of selfCheckLines(done.check)) console.log(line)
console.log(`${done.rows} rows were moved; a backup of them is ${done.file}.`)
console.log('Start the server with this address as DATABASE_URL and the same DATA_DIR. All users have to sign in again.')
