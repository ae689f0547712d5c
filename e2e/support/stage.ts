import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { Machine } from '#contract/machines.ts'
import { type Caller, signInAs } from './office.ts'
import { Phone, type PhoneOptions } from './phone.ts'
import { type Server, startServer } from './server.ts'

export { expect }

export type Stage = {
  /** A new device, with nobody signed in, at the server of this run or at another. */
  takePhone(options?: PhoneOptions & { server?: string }): Promise<Phone>
  /** The manager in the office, straight at the server. */
  manager: Caller
  /** A snack machine of a serviceman in which this much is missing in every slot. */
  snackMachine(login: string, missing: number): Promise<Machine>
}

let calls = 0
/** From where nobody else in this run calls. */
const anAddress = () => `10.77.${(++calls >> 8) & 255}.${calls & 255}`

export const test = base.extend<Stage, { server: Server }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  takePhone: async ({ server }, use) => {
    const phones: Phone[] = []
    await use(async ({ server: other, ...options } = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'roundsman-phone-'))
      const phone = await Phone.take(other ?? server.url, folder, anAddress(), options)
      phones.push(phone)
      return phone
    })
    await Promise.all(phones.map((phone) => phone.putAway()))
    expect(phones.flatMap(({ troubles }) => troubles)).toEqual([])
  },
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
