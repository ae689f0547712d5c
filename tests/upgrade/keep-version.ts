import { readFileSync } from 'node:fs'
import { argumentsOf } from '../../server/cli/arguments.ts'
import { writeKept } from './corpus.ts'
import { liveADay } from './day.ts'
import { saveDatabase } from './saved-database.ts'
import { savePhone } from './saved-phone.ts'

const USAGE = `npm run keep-version

Run once before each release. Writes the data of a phone and a database, which later versions read in their tests.`
argumentsOf(USAGE, {})

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
const { world, phone } = await liveADay()
phone.db.close()
writeKept(version, { phone: await savePhone(phone.db.name), database: await saveDatabase(world.ctx.database.owner) })
await world.close()
console.log(`Saved the data of version ${version}.`)
process.exit(0)
