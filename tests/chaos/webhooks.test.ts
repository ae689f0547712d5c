import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { DEMO_PASSWORD, startServer } from './server-process.ts'

const ADDRESSES = 5
const ROUNDS = 6
const WAIT = { timeout: 240_000, interval: 100 }

test('two servers send each webhook delivery once and resend those of a killed server', async ({ skip }) => {
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return skip(postgres.missing)
  const databaseUrl = await freshDatabase(postgres.url)
  const masterKey = randomBytes(32).toString('base64url')
  const folders = [await mkdtemp(join(tmpdir(), 'roundsman-one-')), await mkdtemp(join(tmpdir(), 'roundsman-two-'))]
  const ports = [await takePort(), await takePort()]
  const settings = { WEBHOOK_NETWORKS: '127.0.0.0/8' }
  const servers = ports.map((port, index) => startServer({ port, dataDir: folders[index] ?? '', databaseUrl, masterKey, settings }))
  const system = await anotherSystem(() => servers.map(({ pid }) => pid))
  let opened: Awaited<ReturnType<typeof openPostgres>> | undefined
  try {
    await Promise.all(servers.map(({ ready }) => ready))
    opened = await openPostgres(databaseUrl, 2)
    if ('wrong' in opened) throw new Error(opened.wrong)
    const { owner } = opened.database
    const waiting = async () =>
      (await rowsOf<{ id: string }>(owner, sql`select d.id from webhook_deliveries d where d.state <> 'SENT'`)).map(({ id }) => id)
    const managers = await Promise.all(ports.map(signIn))
    const ask = (index: number, path: string, body?: unknown) => {
      const manager = managers[index % managers.length]
      if (!manager) throw new Error('not signed in')
      return manager(path, body)
    }
    const webhooks: string[] = []
    for (let index = 0; index < ADDRESSES; index++)
      webhooks.push((await ask(index, '/webhooks', { url: system.url(`/${index}`), kinds: ['issue.filed'] })).id)
    let requests = 0
    const testAll = () => Promise.all(webhooks.map((id) => ask(requests++, `/webhooks/${id}/tests`)))

    // Until both servers have sent.
    for (let round = 0; round < ROUNDS || system.senders.size < servers.length; round++) await testAll()
    await expect.poll(waiting, WAIT).toEqual([])
    expect(system.got).toHaveLength(requests)
    expect(new Set(system.got).size).toBe(requests)

    const held = system.holdNext()
    await ask(requests++, `/webhooks/${webhooks[0]}/tests`)
    const { id, sender } = await held
    const dying = servers.findIndex(({ pid }) => pid === sender)
    expect(dying, 'the process that sent the request').toBeGreaterThanOrEqual(0)
    await servers[dying]?.kill()
    expect(await waiting()).toEqual([id])

    // Its lease expires, and the remaining server takes over.
    await owner.execute(sql`update webhooks set busy_until = now() where id = ${webhooks[0]}::uuid`)
    const left = 1 - dying
    await ask(left, `/webhooks/${webhooks[1]}/tests`)
    requests++
    await expect.poll(waiting, WAIT).toEqual([])
    expect(system.got.filter((one) => one === id)).toHaveLength(2)
    expect([system.got.length, new Set(system.got).size]).toEqual([requests + 1, requests])
    expect(await servers[left]?.stop()).toBe(0)
  } finally {
    if (opened && 'database' in opened) await opened.database.close()
    await Promise.all(servers.map((server) => server.kill()))
    await system.close()
    await postgres.stop()
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  }
}, 600_000)

type Held = { id: string; sender: number | undefined }

/** A webhook receiver: it accepts everything, records which process sent it, and on request leaves one without a response. */
async function anotherSystem(pids: () => (number | undefined)[]) {
  const got: string[] = []
  const senders = new Set<number>()
  let hold: ((held: Held) => void) | null = null
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      const [id, sender] = [String(request.headers['webhook-id']), pids().find((pid) => holds(pid, request))]
      got.push(id)
      if (sender !== undefined) senders.add(sender)
      if (hold) hold({ id, sender })
      else response.writeHead(204).end()
      hold = null
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    got,
    senders,
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    holdNext: () =>
      new Promise<Held>((resolve) => {
        hold = resolve
      }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Whether a process holds the other end of a request's connection, according to Linux. A dead process holds none. Both ports are compared,
 * because connections to several addresses may have the same port of their own.
 */
function holds(pid: number | undefined, { socket }: IncomingMessage): boolean {
  const end = (port: number | undefined) => `:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const [own, other] = [end(socket.remotePort), end(socket.localPort)]
  try {
    const sockets = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    const inode = sockets.find(([, local, remote]) => local?.endsWith(own) && remote?.endsWith(other))?.[9]
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`)
  } catch {
    return false
  }
}

/** Null if it was closed meanwhile. */
function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

async function signIn(port: number) {
  const origin = `http://127.0.0.1:${port}/api`
  const form = new URLSearchParams({ grant_type: 'password', username: 'manager', password: DEMO_PASSWORD, reCaptchaToken: '' })
  const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', headers: { authorization: PUBLIC_CLIENT }, body: form })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return async function ask(path: string, body?: unknown, key = randomUUID()): Promise<{ id: string }> {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' }
    const reply = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
    // The server is overloaded: retries the same request.
    if (reply.status === 503) return ask(path, body, key)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return ((await reply.json()) as { data: { id: string } }).data
  }
}
