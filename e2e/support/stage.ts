import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import type { Machine } from '#contract/machines.ts'
import { closeShared } from './browsers.ts'
import { type Caller, signInAs } from './office.ts'
import { DESK, Phone, type PhoneOptions } from './phone.ts'
import { type DatabaseKind, type Server, type Start, startServer } from './server.ts'

export { expect }

export type Stage = {
  /** A server with a demo company that no other file changes. */
  server: Server
  /** A new signed-out device, connected to the server of this file or to another one. */
  takePhone(options?: PhoneOptions & { server?: string }): Promise<Phone>
  /** A browser in the office, always online. It has no service worker, because installing one takes two seconds of processor time. */
  takeDesk(options?: { server?: string }): Promise<Phone>
  /** The manager in the office, with direct requests to the server. */
  manager: Caller
  /** A snack machine of a serviceman in which this much is missing in every slot. */
  snackMachine(login: string, missing: number): Promise<Machine>
  /** Starts another server on the embedded database, which stops with the test. */
  startOther(settings: Record<string, string>): Promise<Server>
}

/** How the server of a file starts. Set it with `test.use`, once per file. */
type Options = {
  database: DatabaseKind
  prepareData: Start['prepareData']
  /** Changes the server's data through its API, once it listens. */
  prepareServer: ((url: string) => Promise<void>) | undefined
}

let calls = 0
/** An address that no other client of this run has. */
const uniqueAddress = () => `10.77.${(++calls >> 8) & 255}.${calls & 255}`

type ServerOfFile = { of(file: string, options: Options): Promise<Server> }

export const test = base.extend<Stage & Options, { serverOfFile: ServerOfFile }>({
  database: ['postgresql', { option: true }],
  prepareData: [undefined, { option: true }],
  prepareServer: [undefined, { option: true }],
  serverOfFile: [
    async ({ browserName: _ }, use) => {
      let current: { file: string; server: Promise<Server> } | undefined
      const stop = async () => (await current?.server)?.stop()
      await use({
        of: async (file, options) => {
          if (current?.file !== file) {
            await stop()
            current = { file, server: prepared(options) }
          }
          return current.server
        },
      })
      await stop()
      await closeShared()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ serverOfFile, database, prepareData, prepareServer }, use, testInfo) => {
    const server = await serverOfFile.of(testInfo.file, { database, prepareData, prepareServer })
    await use(server)
    await attachOutput(testInfo, server)
  },
  startOther: async ({ browserName: _ }, use, testInfo) => {
    const started: Server[] = []
    await use(async (settings) => {
      const server = await startServer({ settings })
      started.push(server)
      return server
    })
    for (const server of started) {
      await attachOutput(testInfo, server)
      await server.stop()
    }
  },
  // Depends on other servers, so that pages close before their server stops.
  takePhone: async ({ server, startOther: _ }, use, testInfo) => {
    const phones: Phone[] = []
    await use(async ({ server: other, ...options } = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'roundsman-phone-'))
      const phone = await Phone.take(other ?? server.url, folder, uniqueAddress(), options)
      phones.push(phone)
      return phone
    })
    if (hasFailed(testInfo)) for (const [index, phone] of phones.entries()) await attachPage(testInfo, `phone ${index + 1}`, phone)
    await Promise.all(phones.map((phone) => phone.putAway()))
    expect(phones.flatMap(({ pageErrors }) => pageErrors)).toEqual([])
  },
  takeDesk: async ({ takePhone }, use) => use((options) => takePhone({ viewport: DESK, serviceWorkers: 'block', ...options })),
  manager: async ({ server }, use) => use(await signInAs(server.url, 'manager')),
  snackMachine: async ({ server, manager }, use) =>
    use(async (login, missing) => {
      const own = await (await signInAs(server.url, login)).machines()
      const machine = own.find(({ type }) => type === 'SNACK')
      if (!machine) throw new Error(`${login} has no snack machine`)
      await manager.leavesRoom(machine.id, missing)
      return machine
    }),
})

async function prepared({ prepareServer, ...start }: Options): Promise<Server> {
  const server = await startServer(start)
  await prepareServer?.(server.url)
  return server
}

const hasFailed = ({ status, expectedStatus }: TestInfo) => status !== expectedStatus

async function attachOutput(testInfo: TestInfo, server: Server): Promise<void> {
  if (!hasFailed(testInfo)) return
  await testInfo.attach('server output', { body: server.lastLines() || '(none)', contentType: 'text/plain' })
}

/** Attaches a page to the report: its picture, and its address and text, which remain readable where pictures are lost. */
async function attachPage(testInfo: TestInfo, name: string, { page }: Phone): Promise<void> {
  const path = testInfo.outputPath(`${name.replace(' ', '-')}.png`)
  // A killed or hanging browser has neither, and must not hide the failure.
  const isTaken = await page.screenshot({ path, timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  if (isTaken) await testInfo.attach(name, { path, contentType: 'image/png' })
  const words = await page
    .locator('body')
    .ariaSnapshot({ timeout: 10_000 })
    .catch(() => '(the page does not answer)')
  await testInfo.attach(`${name} shows`, { body: `${page.url()}\n${words}`, contentType: 'text/plain' })
}
