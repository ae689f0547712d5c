import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { HOUR, MINUTE } from '#domain/time.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'
import { retryDelay } from '../queue/lease.ts'
import { drain } from '../queue/queue.ts'
import { mailQueue } from './mail.job.ts'
import { enqueueMail, MAX_WAIT } from './mail.store.ts'
import { MAILS } from './mailer.ts'

const clock = aClock()
let world: TwoCompanies

/** A mailbox behind a real SMTP server; when it is down, it refuses connections. */
function aMailbox() {
  const got: string[] = []
  let server: SMTPServer | null = null
  let port = 0
  let refuses: string | null = null
  const open = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) => done(address === refuses ? new Error('no such mailbox') : null),
      onData: async (stream, _session, done) => {
        got.push(await text(stream))
        done()
      },
    })
    const listening = server.listen(port, '127.0.0.1')
    await new Promise<void>((ready) => listening.once('listening', ready))
    const address = listening.address()
    port = typeof address === 'object' && address ? address.port : 0
  }
  return {
    got,
    open,
    url: () => `smtp://127.0.0.1:${port}`,
    refuse: (address: string | null) => {
      refuses = address
    },
    close: () => new Promise<void>((closed) => (server ? server.close(() => closed()) : closed())),
  }
}
const mailbox = aMailbox()

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await mailbox.open()
})
beforeEach(async () => {
  mailbox.got.length = 0
  mailbox.refuse(null)
  await world.ctx.database.owner.execute(sql`delete from mails`)
})
afterAll(async () => {
  await mailbox.close()
  await world.close()
})

const ctx = (from = 'Roundsman <vending@ours.example>') => ({
  ...world.ctx,
  log: world.app.log,
  settings: { ...world.ctx.settings, smtp: { url: mailbox.url(), from } },
})
const write = (to: string, words = { name: 'Ada', file: 'Sales.xlsx' }, locale = 'en-GB') =>
  world.ctx.database.withTenant(world.company, (db) =>
    enqueueMail(db, world.company, {
      to,
      kind: 'report-ready',
      locale,
      content: { words, attachment: { name: 'Sales.xlsx', type: 'application/x-test', base64: Buffer.from('a table').toString('base64') } },
      now: clock.now(),
    }),
  )
const waiting = () =>
  rowsOf<{ to: string; tries: number; failure: string | null; sent: boolean; brings: boolean }>(
    world.ctx.database.owner,
    sql`select "to", tries, failure, sent_at is not null as sent, content ? 'attachment' as brings from mails order by "to"`,
  )

test('mail with attachments is sent once by concurrent processes', async () => {
  for (const name of ['a', 'b', 'c']) await write(`${name}@reader.example`)
  await Promise.all(Array.from({ length: 4 }, () => drain(ctx(), mailQueue)))
  expect(mailbox.got.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]).toSorted()).toEqual([
    'a@reader.example',
    'b@reader.example',
    'c@reader.example',
  ])
  const [mail = ''] = mailbox.got
  expect(mail).toContain('From: Roundsman <vending@ours.example>')
  expect(mail).toContain('Subject: Your report: Sales.xlsx')
  expect(mail).toContain('Hello Ada,')
  expect(mail).toContain(Buffer.from('a table').toString('base64'))
  expect(mail).toMatch(/Message-ID: <[0-9a-f-]{36}@ours\.example>/)
  expect(await waiting()).toEqual(
    ['a', 'b', 'c'].map((name) => ({ to: `${name}@reader.example`, tries: 1, failure: null, sent: true, brings: false })),
  )
})

test('mails wait with growing delays while the server is down, then are sent', async () => {
  await write('a@reader.example')
  await mailbox.close()
  await drain(ctx(), mailQueue)
  expect(await waiting()).toMatchObject([{ tries: 1, failure: expect.stringContaining('ECONNREFUSED'), sent: false, brings: true }])
  await mailbox.open()
  clock.pass(MINUTE - 1)
  await drain(ctx(), mailQueue)
  expect(mailbox.got).toHaveLength(0)
  clock.pass(1)
  await drain(ctx(), mailQueue)
  expect(mailbox.got).toHaveLength(1)
  expect(await waiting()).toMatchObject([{ tries: 2, failure: null, sent: true }])
  expect([1, 2, 3, 4, 10, 29].map((tries) => retryDelay(tries, MAX_WAIT) / MINUTE)).toEqual([1, 2, 4, 8, 360, 360])
})

test('undeliverable mail blocks no other mail and is reported after days of retries', async () => {
  await write('nobody@reader.example')
  await write('somebody@reader.example')
  mailbox.refuse('nobody@reader.example')
  expect(await drain(ctx(), mailQueue)).toBe('well')
  expect(mailbox.got).toHaveLength(1)
  for (let tries = 1; tries < 30; tries++) {
    clock.pass(6 * HOUR)
    await drain(ctx(), mailQueue)
  }
  clock.pass(6 * HOUR)
  expect(await drain(ctx(), mailQueue)).toBe('trouble')
  expect(await waiting()).toMatchObject([{ tries: 30, sent: false }, { tries: 1 }])
})

test('without an SMTP server, each mail is a file that only its owner can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-mails-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await write('a@reader.example')
  expect(await drain({ ...ctx(), settings: { ...world.ctx.settings, smtp: null, dataDir } }, mailQueue)).toBe('well')
  expect(await waiting()).toMatchObject([{ tries: 1, sent: true, brings: false }])
  const [name = '', ...others] = await readdir(join(dataDir, MAILS))
  expect(others).toEqual([])
  const file = join(dataDir, MAILS, name)
  const mail = await readFile(file, 'utf8')
  expect(mail).toMatch(/^To: a@reader\.example$/m)
  expect(mail).toContain(Buffer.from('a table').toString('base64'))
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('name of a person adds no mail header and no recipient', async () => {
  await write('a@reader.example', { name: 'Ada\r\nBcc: evil@rival.example', file: 'x\r\nBcc: evil@rival.example' })
  await drain(ctx(), mailQueue)
  const [mail = ''] = mailbox.got
  const head = mail.slice(0, mail.search(/\r?\n\r?\n/))
  expect(head).not.toMatch(/^Bcc:/im)
})
