import { randomUUID } from 'node:crypto'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import type { Machine } from '#contract/machines.ts'
import type { Slot } from '#contract/slots.ts'
import type { InventoryItem, StockResult } from '#contract/stock.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { PASSWORD } from './server.ts'

/** An API client with a reliable connection. Its responses are the server's state. */
export type Caller = Awaited<ReturnType<typeof signInAs>>

let calls = 0
/** The server limits sign-ins per address, and a full run has more of them than one user. */
const anAddress = () => `10.79.${(++calls >> 8) & 255}.${calls & 255}`

export async function signInAs(url: string, login: string) {
  const headers = { authorization: PUBLIC_CLIENT, 'x-forwarded-for': anAddress() }
  const form = new URLSearchParams({ grant_type: 'password', username: login, password: PASSWORD, reCaptchaToken: '' })
  const tokens = await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: form })
  if (!tokens.ok) throw new Error(`${login} cannot sign in: ${tokens.status} ${await tokens.text()}`)
  const { access_token } = (await tokens.json()) as { access_token: string }

  async function ask<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }

  const stock = (machineId: number) => ask<InventoryItem[]>('GET', `/machines/${machineId}/inventory?groupBy=slot`)
  const slots = (machineId: number) => ask<Slot[]>('GET', `/machines/${machineId}/slots`)

  return {
    ask,
    stock,
    slots,
    machines: () => ask<Machine[]>('GET', '/machines?size=100'),
    /** Total stock of a machine over all its stock points. */
    total: async (machineId: number) => (await stock(machineId)).reduce((sum, { currentQuantity }) => sum + currentQuantity, 0),
    /**
     * Counts every stock point of a snack machine so that exactly this much is missing in each, or all of it where the capacity is
     * smaller.
     */
    leavesRoom: async (machineId: number, missing: number) => {
      const stocks = (await stock(machineId)).flatMap(({ productInstallationId, maxQuantity }) =>
        productInstallationId === null ? [] : [{ productInstallationId, quantity: Math.max(0, (maxQuantity ?? 0) - missing) }],
      )
      return ask<StockResult>('POST', `/machines/${machineId}/inventory`, { type: 'ADJUST', note: '', stocks })
    },
    /** At a moment in the past if one is given, as from a phone that was offline for long. */
    editSlot: (
      machineId: number,
      edit: { slotId: number } & Partial<Record<'productId' | 'vendPrice' | 'maxQuantity', number>>,
      at: Moment = Date.now(),
    ) => ask('PATCH', `/machines/${machineId}/slots`, [edit], { 'idempotency-key': randomUUID(), 'occurred-at': toIso(at) }),
    /** Undoes an operation. */
    undo: (machineId: number, operationId: string) => ask<StockResult>('POST', `/machines/${machineId}/voids`, { operationId }),
  }
}

/** Ends a session on the server, as an administrator or a restart might. The phone is not notified. */
export async function endSession(url: string, accessToken: string): Promise<void> {
  const answer = await fetch(`${url}/api/oauth/revoke`, {
    method: 'POST',
    headers: { authorization: PUBLIC_CLIENT },
    body: new URLSearchParams({ token: accessToken }),
  })
  if (!answer.ok) throw new Error(`the session was not ended: ${answer.status}`)
}
