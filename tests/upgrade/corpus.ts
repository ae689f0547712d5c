import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { SavedDatabase } from './saved-database.ts'
import type { SavedPhone } from './saved-phone.ts'

/** The data of a version: a server's database, and the phone of one of its managers with a day's work on it. */
export type Kept = { phone: SavedPhone; database: SavedDatabase }

const FOLDER = new URL('./corpus/', import.meta.url)

export const keptVersions = (): string[] => readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''))

export const readKept = (version: string): Kept => JSON.parse(readFileSync(new URL(`${version}.json`, FOLDER), 'utf8')) as Kept

export function writeKept(version: string, kept: Kept): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(new URL(`${version}.json`, FOLDER), `${JSON.stringify(kept, null, 1)}\n`)
}
