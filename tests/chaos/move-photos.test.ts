import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createAppContext } from '../../server/app-context.ts'
import { openForCommand } from '../../server/cli/command-line.ts'
import { rowsOf } from '../../server/db/client.ts'
import { BUILT_COMMANDS } from '../../server/folders.ts'
import { readSettings } from '../../server/settings.ts'
import { aMachine } from '../support/fleet.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { QUICK_ENGINE } from '../support/quick-engine.ts'
import { s3Server } from '../support/s3-server.ts'
import { aCompany, aUser } from '../support/test-context.ts'

const PHOTOS = 40
const COMMAND = join(BUILT_COMMANDS, 'move-photos.js')

/** A database with photos, an object store, and the command that moves them. */
async function aMove(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rm-move-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const store = await s3Server()
  onTestFinished(store.close)
  const { endpoint, bucket, prefix, region, credentials } = store.settings
  const environment = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'silent', CAPTCHA: 'off', DEMO: 'off' },
    PHOTO_STORE: `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const read = readSettings(environment)
  if ('wrong' in read) throw new Error(read.wrong)
  const { settings } = read
  /** Opens the database as the command does, and closes it again. */
  const inDatabase = async <T>(work: (ctx: ReturnType<typeof createAppContext>) => Promise<T>): Promise<T> => {
    const opened = await openForCommand(settings)
    if ('wrong' in opened) throw new Error(opened.wrong)
    try {
      return await work(createAppContext(settings, opened.database, randomBytes(32)))
    } finally {
      await opened.database.close()
    }
  }
  const contents = new Map<string, Buffer>(Array.from({ length: PHOTOS }, () => [randomUUID(), randomBytes(20_000)] as const))
  await inDatabase(async (ctx) => {
    const company = (await aCompany(ctx)).id
    const user = await aUser(ctx, { id: company }, { login: 'manager' })
    const machine = await aMachine(ctx, company)
    for (const [id, content] of contents)
      await ctx.database.owner.execute(sql`
        insert into photos (company_id, id, machine_id, user_id, type, size, hash, content, created_at)
        values (${company}, ${id}::uuid, ${machine.id}, ${user.id}, 'image/jpeg', ${content.length},
          ${createHash('sha256').update(content).digest('base64url')}, decode(${content.toString('base64')}, 'base64'), now())`)
  })
  return {
    store,
    /** How many photos are where, and whether each has its content there. */
    where: () =>
      inDatabase(async ({ database }) => {
        const rows = await rowsOf<{ id: string; company: number; hash: string; store: string; content: string | null }>(
          database.owner,
          sql`select id, company_id as company, hash, store, encode(content, 'base64') as content from photos`,
        )
        const contentOf = ({ id, company, hash, content }: (typeof rows)[number]) =>
          content === null ? store.objects.get(`${prefix}${company}/${id}/${hash}`)?.content : Buffer.from(content, 'base64')
        return {
          database: rows.filter((row) => row.store === 'database' && row.content !== null).length,
          s3: rows.filter((row) => row.store === 's3' && row.content === null).length,
          intact: rows.filter((row) => contentOf(row)?.equals(contents.get(row.id) ?? Buffer.alloc(0))).length,
        }
      }),
    /** Runs the command, and kills it before the answer to this request of the store. */
    move: async (to: 'store' | 'database', killAt?: { method: string; count: number }) => {
      const child: ChildProcess = spawn(process.execPath, [...QUICK_ENGINE, COMMAND, '--to', to], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...environment },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          output += chunk
        })
      let requests = 0
      store.fail(({ method, url }) => {
        if (!killAt || method !== killAt.method || url?.includes('check') || url?.includes('list-type')) return false
        if (++requests === killAt.count) child.kill('SIGKILL')
        return requests >= killAt.count
      })
      const [code, signal] = await once(child, 'close')
      store.work()
      return { code, signal, output }
    },
  }
}

test.each(['embedded', 'postgresql'] as const)('photos of the %s database are moved there and back, despite kills', async (kind) => {
  const postgres = kind === 'postgresql' ? await startPostgres() : null
  // Machines without PostgreSQL try the embedded database only.
  if (postgres && 'missing' in postgres) return
  if (postgres) onTestFinished(postgres.stop)
  const { store, where, move } = await aMove(postgres ? await freshDatabase(postgres.url) : undefined)
  expect(await where()).toEqual({ database: PHOTOS, s3: 0, intact: PHOTOS })

  expect(await move('store', { method: 'PUT', count: 20 })).toMatchObject({ code: null, signal: 'SIGKILL' })
  const half = await where()
  expect(half).toMatchObject({ intact: PHOTOS })
  expect(half.s3).toBeGreaterThan(0)
  expect(half.database).toBeGreaterThan(0)
  expect(await move('store')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${half.database} photos were moved to the store.`),
  })
  expect(await where()).toEqual({ database: 0, s3: PHOTOS, intact: PHOTOS })
  expect(store.objects.size).toBe(PHOTOS)
  expect(await move('store')).toMatchObject({ code: 0, output: expect.stringContaining('0 photos were moved') })

  // Photos are in the database, and their objects are not deleted yet.
  expect(await move('database', { method: 'DELETE', count: 10 })).toMatchObject({ code: null, signal: 'SIGKILL' })
  const rest = await where()
  expect(rest).toMatchObject({ intact: PHOTOS })
  expect(rest.s3).toBeGreaterThan(0)
  expect(store.objects.size).toBeGreaterThan(rest.s3)
  expect(await move('database')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${rest.s3} photos were moved to the database.`),
  })
  expect(await where()).toEqual({ database: PHOTOS, s3: 0, intact: PHOTOS })
  expect([...store.objects.keys()]).toEqual([])
})
