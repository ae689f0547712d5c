import { aWorld } from './tests/access/world.ts'
import { allOf, transcript, difference } from './tests/access/transcript.ts'
import { notHeld, type Heard } from './tests/access/held.ts'
import { broken } from './tests/access/particulars.ts'
const heard: Heard = new Map()
console.log(await broken(await aWorld()), await broken(await aWorld({ rowLevelSecurity: false })))
process.exit(0)
