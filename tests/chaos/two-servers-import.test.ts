import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ImportState, isUnderWay } from '#domain/imports.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { createClient } from './client.ts'
import { startServer } from './server-process.ts'
import { pause } from './under-faults.ts'

const ROWS = 9_000
/** More rows than one transaction takes, so that one call is imported in steps. */
const ROWS_OF_CALL = 1_500

type Status = { id: string; state: ImportState; counts: { new: number; known: number } | null }

/**
 * Records each time that an import is processed while another one of its company is. Claiming an import takes half a second, so that the
 * other server looks for one meanwhile.
 */
const noteOverlaps = async (owner: Db) => {
  await owner.execute(sql`create table both_at_work (one uuid, other uuid)`)
  await owner.execute(sql`
    create function note_overlap() returns trigger language plpgsql security definer as $$
    begin
      insert into both_at_work select new.id, o.id from imports o
        where o.company_id = new.company_id and o.id <> new.id and o.holder is not null and o.state in ('READING', 'RUNNING');
      if old.holder is null then perform pg_sleep(0.5); end if;
      return new;
    end $$`)
  await owner.execute(
    sql`create trigger note_overlap before update on imports for each row when (new.holder is not null) execute function note_overlap()`,
  )
}

test('two servers never process two imports of one company concurrently', async ({ skip }) => {
  const postgres = await startPostgres()
  if ('missing' in postgres) return skip(postgres.missing)
  const databaseUrl = await freshDatabase(postgres.url)
  const masterKey = randomBytes(32).toString('base64url')
  const folders = [await mkdtemp(join(tmpdir(), 'roundsman-one-')), await mkdtemp(join(tmpdir(), 'roundsman-two-'))]
  const ports = [await takePort(), await takePort()] as const
  const servers = ports.map((port, index) => startServer({ port, dataDir: folders[index] ?? '', databaseUrl, masterKey }))
  try {
    await Promise.all(servers.map(({ ready }) => ready))
    const opened = await openPostgres(databaseUrl, 2)
    if ('wrong' in opened) throw new Error(opened.wrong)
    const { owner } = opened.database
    await noteOverlaps(owner)

    const token = await createClient(`http://127.0.0.1:${ports[0]}`, '10.0.4.1', randomFrom('two imports')).token()
    const call = async <T>(port: number, method: string, path: string, body?: object, key = randomUUID()): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          'x-forwarded-for': '10.0.4.1',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      // A server that is busy with other imports requests a retry.
      if (response.status === 503) return pause(200).then(() => call(port, method, path, body, key))
      const answer = (await response.json()) as { data: T }
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(answer)}`)
      return answer.data
    }
    const ended = async (port: number, id: string) => {
      for (;;) {
        const found = await call<Status>(port, 'GET', `/imports/${id}`)
        if (!isUnderWay(found.state)) return found
        await pause(20)
      }
    }
    const [machine] = await call<{ name: string }[]>(ports[0], 'GET', '/machines')
    const content = (rows: number) => salesFile(machine?.name ?? '', rows).toString('base64')
    const readAt = async (port: number) => {
      const size = Buffer.byteLength(content(ROWS), 'base64')
      const { id } = await call<Status>(port, 'POST', '/imports/uploads', { kind: 'SALES', name: 'sales.csv', size })
      await call(port, 'PUT', `/imports/${id}/parts/1`, { content: content(ROWS) })
      await call(port, 'POST', `/imports/${id}/read`, {})
      return id
    }
    // The same sales three times: uploaded to both servers, and some of them in one call.
    const ids = await Promise.all(ports.map(readAt))
    for (const [index, id] of ids.entries()) expect((await ended(ports[index] ?? 0, id)).state).toBe('READY')

    await Promise.all(ids.map((id, index) => call(ports[index] ?? 0, 'POST', `/imports/${id}/run`, {})))
    const inOneCall = { kind: 'SALES', content: content(ROWS_OF_CALL), confirm: true }
    const third = await call<{ done: boolean; counts: { new: number; known: number } }>(ports[1], 'POST', '/imports', inOneCall)
    const both = await Promise.all(ids.map((id, index) => ended(ports[index] ?? 0, id)))

    expect(await rowsOf(owner, sql`select one, other from both_at_work limit 5`)).toEqual([])
    expect(both.map(({ state }) => state)).toEqual(['DONE', 'DONE'])
    expect(third.done).toBe(true)
    const counts = [...both.map((one) => one.counts), third.counts]
    expect(counts.reduce((sum, one) => sum + (one?.new ?? 0), 0)).toBe(ROWS)
    expect(counts.reduce((sum, one) => sum + (one?.known ?? 0), 0)).toBe(ROWS + ROWS_OF_CALL)
    const [booked] = await rowsOf(
      owner,
      sql`select (select count(*)::int from transactions where import_id is not null) as sales,
        (select sum(count)::int from daily_sales where day < '2019-01-01') as days`,
    )
    expect(booked).toEqual({ sales: ROWS, days: ROWS })
    await opened.database.close()
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await postgres.stop()
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  }
}, 600_000)

/** One sale per minute in a year without demo sales. */
function salesFile(machine: string, rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, n) => {
    const at = new Date(Date.UTC(2018, 0, 1) + n * 60_000).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 19)},"${machine}",1.50,Cash`
  })
  return Buffer.from(['Date,Machine,Amount,Payment', ...lines].join('\n'))
}
