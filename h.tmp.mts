import { aWorld } from './tests/access/world.ts'
import { allOf, transcript } from './tests/access/transcript.ts'
import { notHeld, type Heard } from './tests/access/held.ts'
import { writeFileSync } from 'node:fs'
for (const run of [0,1]) {
const heard: Heard = new Map()
const w = await aWorld({ rowLevelSecurity: run === 1, heard })
const t0 = performance.now()
const lines = await allOf(transcript(w))
writeFileSync('/dev/shm/day'+run, lines.join('\n'))
console.log(lines.length, Math.round(performance.now() - t0), 'ms', heard.size, 'statements')
const t = performance.now()
const wrong = await notHeld(w.house.database.owner, heard)
console.log(Math.round(performance.now() - t), 'ms', wrong.length); for (const x of wrong) console.log('-', x.slice(0, 700))
await w.close()
}
process.exit(0)
