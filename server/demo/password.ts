import { randomInt } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'

type Where = Pick<Settings, 'dataDir' | 'demoPassword'>

const fileOf = ({ dataDir }: Where) => join(dataDir, 'demo-password')

/** The password of all demo sign-ins: the one that is set, else the one made at the first start; null where there is none yet. */
export async function demoPassword(settings: Where): Promise<string | null> {
  if (settings.demoPassword !== undefined) return settings.demoPassword
  return (await readFile(fileOf(settings), 'utf8').catch(() => '')).trim() || null
}

/** The same, made where there is none yet. It is no secret to whoever opens the login page of a demo, yet differs from house to house. */
export async function keptDemoPassword(settings: Where): Promise<string> {
  const known = await demoPassword(settings)
  if (known !== null) return known
  const made = Array.from({ length: 4 }, () => syllable() + syllable()).join('-')
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(settings), `${made}\n`, { mode: 0o600 })
  // The mode above counts for a new file alone.
  await chmod(fileOf(settings), 0o600)
  return made
}

/** Letters that cannot be taken for one another, read aloud or typed with gloves: 50 bits in eight syllables. */
const syllable = () => letterOf('bdfghjkmnprstvwz') + letterOf('aeiou')
const letterOf = (letters: string) => letters[randomInt(letters.length)] ?? ''
