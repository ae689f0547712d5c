import { randomInt } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'

type Where = Pick<Settings, 'dataDir' | 'demoPassword'>

const fileOf = ({ dataDir }: Where) => join(dataDir, 'demo-password')

/** The password of all demo sign-ins: the configured one, else the generated one; null if there is none yet. */
export async function demoPassword(settings: Where): Promise<string | null> {
  if (settings.demoPassword !== undefined) return settings.demoPassword
  return (await readFile(fileOf(settings), 'utf8').catch(() => '')).trim() || null
}

/** The same, generated if there is none yet. It is public on the login page of a demo, but differs between installations. */
export async function keptDemoPassword(settings: Where): Promise<string> {
  const known = await demoPassword(settings)
  if (known !== null) return known
  const made = Array.from({ length: 4 }, () => syllable() + syllable()).join('-')
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(settings), `${made}\n`, { mode: 0o600 })
  // The mode above applies to new files only.
  await chmod(fileOf(settings), 0o600)
  return made
}

/** Letters that cannot be confused when spoken or typed with gloves: 50 bits in eight syllables. */
const syllable = () => letterOf('bdfghjkmnprstvwz') + letterOf('aeiou')
const letterOf = (letters: string) => letters[randomInt(letters.length)] ?? ''
