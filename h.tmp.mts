import { aWorld } from './tests/access/world.ts'
import { allOf, transcript } from './tests/access/transcript.ts'
import { broken } from './tests/access/particulars.ts'
import { foreignIds } from './tests/access/foreign-ids.ts'
import { type Heard } from './tests/access/held.ts'
import { allGuards } from './tests/access/guards.ts'
import { readFileSync } from 'node:fs'
const heard: Heard = new Map()
for (const f of [(w)=>allOf(transcript(w)), async (w)=>{await foreignIds(w); console.log(await broken(w))}]) {
  const w = await aWorld({ rowLevelSecurity: false, heard })
  await f(w)
  await w.close()
}
const norm = (t: string) => t.replaceAll(/\s+/g, ' ').replaceAll('"', '')
const texts = [...heard.keys()].map(norm)
console.log(texts.length)
let n = 0
for (const g of allGuards().filter((g) => g.wall && !g.byHouse)) {
  const src = readFileSync(g.file, 'utf8')
  let before = src.slice(Math.max(0, g.start - 120), g.start)
  before = before.slice(Math.max(before.lastIndexOf('}'), before.lastIndexOf('`')) + 1)
  let after = src.slice(g.end, g.end + 80); const e = after.search(/[$`]/); if (e >= 0) after = after.slice(0, e)
  const head = g.text.replace(/\$\{.*/s, '')
  const frags = [norm(before).trimStart(), ...(before.trim().length < 12 ? [norm(head + after)] : [])]
  if (g.text.startsWith('eq(')) { console.log('drizzle', g.file, g.line); continue }
  if (!texts.some((t) => t.includes(norm(before + head).trim()))) { n++; console.log(`${g.file}:${g.line} ${g.text} | ${norm(before).slice(-60)}`) }
}
console.log(n)
process.exit(0)
