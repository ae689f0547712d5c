import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshDatabase, startPostgres } from './postgres.ts'

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

describe('PostgreSQL for tests', () => {
  it('isolates databases, survives a restart and leaves nothing behind', {
    timeout: 600_000,
  }, async () => {
    const postgres = await startPostgres({ durable: true })
    if ('missing' in postgres) return console.warn(`Not tried: ${postgres.missing}`)
    onTestFinished(postgres.stop)

    const [{ data_directory: folder }] = (await ask(postgres.url, 'show data_directory')) as [{ data_directory: string }]
    expect(existsSync(folder)).toBe(true)

    const north = await freshDatabase(postgres.url)
    const south = await freshDatabase(postgres.url, { name: 'Depot "South"' })
    await ask(north, 'create table crate as select 7 as bottles')
    expect(await ask(north, 'select bottles from crate')).toEqual([{ bottles: 7 }])
    expect(await ask(south, "select to_regclass('crate') as found")).toEqual([{ found: null }])
    expect(await ask(north, "select upper('żółw') as shouted")).toEqual([{ shouted: 'ŻÓŁW' }])

    await postgres.restart('immediate')
    expect(await ask(north, 'select bottles from crate')).toEqual([{ bottles: 7 }])

    await postgres.stop()
    await expect(ask(north, 'select 1')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    expect(existsSync(folder)).toBe(false)
  })
})
