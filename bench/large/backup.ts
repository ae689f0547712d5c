import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { environmentOf } from '../../tests/chaos/server-process.ts'
import { findPostgres } from '../../tests/support/postgres.ts'
import { fasterThan, notRun, type Row } from '../table.ts'

const run = promisify(execFile)

/** Measures `npm run backup` and `npm run restore` of a database beside `pg_dump` and `pg_restore`, one after the other. */
export async function backupAndRestore(url: string): Promise<Row[]> {
  const bin = findPostgres()
  if (!bin) return [notRun('backup', 'pg_dump is not on this machine')]
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-large-'))
  const script = (name: string, databaseUrl: string, ...args: string[]) =>
    run(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url)), ...args], {
      env: environmentOf({ dataDir: folder, databaseUrl }),
    })
  const [ours, theirs] = [join(folder, 'ours.backup'), join(folder, 'theirs.dump')]
  try {
    const backup = await seconds('backup', () => script('backup', url, '--to', ours))
    const dump = await seconds('pg_dump', () => run(join(bin, 'pg_dump'), ['-Fc', '-f', theirs, '-d', url]))
    const [oursMb, theirsMb] = [await megabytes(ours), await megabytes(theirs)]
    const restore = await inNewDatabase(url, (other) => seconds('restore', () => script('restore', other, '--from', ours)))
    const jobs = String(cpus().length)
    const load = await inNewDatabase(url, (other) =>
      seconds('pg_restore', () => run(join(bin, 'pg_restore'), ['--no-owner', '-j', jobs, '-d', other, theirs])),
    )
    return [
      fasterThan(`backup, ${oursMb} MB`, backup, { name: `pg_dump, ${theirsMb} MB`, value: dump }, null),
      fasterThan('restore', restore, { name: `pg_restore with ${jobs} jobs`, value: load }, null),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function seconds(what: string, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  const taken = performance.now() - begun
  console.error(`  ${what}: ${(taken / 1000).toFixed(0)} s`)
  return taken
}

const megabytes = async (file: string) => ((await stat(file)).size / 1e6).toFixed(0)

async function inNewDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `restored_${process.pid}`
  const other = new URL(url)
  other.pathname = `/${name}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
    return await work(other.href)
  } finally {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }
}
