import * as v from 'valibot'
import { me, PUBLIC_CLIENT, Tokens } from '#contract/account.ts'
import { ANSWER_HEADER } from '#contract/endpoint.ts'
import { PROTOCOL, pull, push, unpackInventory } from '#contract/sync.ts'
import type { Random } from '../sync/simulation/random.ts'
import type { Restock, StandingPoint } from './restocks.ts'
import { DEMO_PASSWORD } from './server-process.ts'

/** Long enough for a slow response, short enough to notice a server that was killed while writing one. */
const TIMEOUT_MS = 20_000

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504])

/** A minimal client: it retries with the same key until the server acknowledges. */
export type Client = {
  /** An access token of its own. */
  token(): Promise<string>
  me(): Promise<v.InferOutput<typeof me.answer>>
  /** Every snack slot of the company with its stock. */
  points(): Promise<StandingPoint[]>
  /** One call with its Idempotency-Key. */
  restock(restock: Restock): Promise<void>
  /** All in one push, as a phone sends them. */
  push(restocks: readonly Restock[]): Promise<void>
  /** The same session from another address. */
  at(address: string): Client
  /** How often there was no response and the request was sent again. */
  retries(): number
}

type Call = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> }

/** `over`: aborts pending requests and sends no further ones. */
export function createClient(
  origin: string,
  address: string,
  random: Random,
  over = new AbortController().signal,
  pass: { token: string | null } = { token: null },
): Client {
  let retries = 0

  const once = async ({ method, path, body, headers }: Call, authorization: string): Promise<Response | null> => {
    const isForm = body instanceof URLSearchParams
    try {
      const response = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          authorization,
          'x-forwarded-for': address,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.any([over, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      // Read to the end here, because the server may be killed while it sends the body.
      const text = await response.text()
      return new Response(text, response)
    } catch {
      over.throwIfAborted()
      return null
    }
  }

  /** Retries until the server sends a final response. */
  const ask = async (call: Call): Promise<unknown> => {
    for (;;) {
      pass.token ??= await signIn()
      const response = await once(call, `Bearer ${pass.token}`)
      if (response?.status === 401) pass.token = null
      else if (response?.headers.has(ANSWER_HEADER) && !PASSING.has(response.status)) {
        const answer = (await response.json()) as { code?: string }
        if (response.ok) return answer
        if (answer.code !== 'REQUEST_IN_PROGRESS') throw new Error(`${call.method} ${call.path} was rejected: ${JSON.stringify(answer)}`)
      }
      retries++
      await pause(random.between(20, 200))
    }
  }

  const signIn = async (): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'password', username: 'manager', password: DEMO_PASSWORD })
    for (;;) {
      const response = await once({ method: 'POST', path: '/oauth/token', body }, PUBLIC_CLIENT)
      if (response?.ok) return v.parse(Tokens, await response.json()).access_token
      if (response && !PASSING.has(response.status)) throw new Error(`sign-in was rejected: ${await response.text()}`)
      await pause(random.between(50, 300))
    }
  }

  return {
    token: signIn,

    me: async () => v.parse(v.object({ data: me.answer }), await ask({ method: 'GET', path: me.path })).data,

    points: async () => {
      const points: StandingPoint[] = []
      for (let cursor: string | null = null; ; ) {
        const page: v.InferOutput<typeof pull.answer> = v.parse(
          v.object({ data: pull.answer }),
          await ask({ method: 'POST', path: pull.path, body: { cursor } }),
        ).data
        for (const { machineId, stocks } of page.changes.inventory.map(unpackInventory))
          for (const { productInstallationId, slotId, balance } of stocks)
            if (slotId !== null) points.push({ id: productInstallationId, machineId, balance })
        if (!page.more) return points
        cursor = page.cursor
      }
    },

    restock: async (restock) => {
      const { key, machineId, occurredAt, items } = restock
      const headers = { 'idempotency-key': key, 'occurred-at': occurredAt }
      await ask({ method: 'POST', path: `/machines/${machineId}/slots/restock`, body: items, headers })
      restock.isAcknowledged = true
    },

    push: async (restocks) => {
      for (let open = [...restocks]; open.length > 0; ) {
        const ops = open.map(({ key, machineId, occurredAt, items }) => ({
          opId: key,
          call: 'restockSlots',
          machineId,
          occurredAt,
          body: items,
        }))
        const body = { deviceId: address, app: 'chaos', protocol: PROTOCOL, ops }
        const { results } = v.parse(v.object({ data: push.answer }), await ask({ method: 'POST', path: push.path, body })).data
        for (const { opId, status, code } of results) {
          if (status === 'rejected') throw new Error(`${opId} was rejected: ${code}`)
          const applied = status === 'applied' && open.find(({ key }) => key === opId)
          if (applied) applied.isAcknowledged = true
        }
        open = open.filter(({ key }) => !results.some(({ opId, status }) => opId === key && status === 'applied'))
      }
    },

    at: (other) => createClient(origin, other, random, over, pass),

    retries: () => retries,
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
