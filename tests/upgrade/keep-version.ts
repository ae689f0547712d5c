import { readFileSync } from 'node:fs'
import { writeKept } from './corpus.ts'
import { liveADay } from './day.ts'
import { saveDatabase } from './saved-database.ts'
import { savePhone } from './saved-phone.ts'

// Run once before each release: later versions read its output in their tests.
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
const { world, phone } = await liveADay()
phone.db.close()
writeKept(version, { phone: await savePhone(phone.db.name), database: await saveDatabase(world.ctx.database.owner) })
await world.close()
console.log(`Saved the data of version ${version}.`)
process.exit(0)
