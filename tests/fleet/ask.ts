import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { type CaptchaChallenge, solveCaptcha } from '#app/data/captcha.ts'
import { PUBLIC_CLIENT, Tokens } from '#contract/account.ts'
import { SECOND } from '#domain/time.ts'

type FleetOptions = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  authorization?: string
  headers?: Record<string, string>
}
/** Returns the parsed response. Retries while the server is unavailable or requests a retry; throws any other error response. */
export type Ask = (options: FleetOptions) => Promise<unknown>

/** An error response of the server. */
class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const PASSING = new Set([408, 429, 500, 502, 503, 504])
const MAX_WAIT = 30 * SECOND

export const askerAt =
  (url: string): Ask =>
  async ({ method, path, body, authorization, headers }) => {
    const isForm = body instanceof URLSearchParams
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      }).catch(() => null)
      const text = await answer?.text().catch(() => null)
      if (answer?.ok && text !== null) return text ? JSON.parse(text) : null
      if (answer && text && !PASSING.has(answer.status)) throw refusedBy(answer.status, text, `${method} ${path}`)
      const retryAfter = Number(answer?.headers.get('retry-after'))
      await pause(retryAfter > 0 ? retryAfter * SECOND : Math.min(MAX_WAIT, SECOND * 2 ** tries))
    }
  }

function refusedBy(status: number, text: string, what: string): Refused {
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), v.looseObject({ code: v.fallback(v.string(), '') })), text)
  const code = problem.success ? problem.output.code : ''
  return new Refused(status, code, `${what} was answered ${status}: ${text.slice(0, 400)}`)
}

/** Sends requests as a manager who signs in, and signs in again when the session has expired. Solves a captcha if one is required. */
export function askAsManager(ask: Ask, username: string, password: string): Ask {
  let authorization: string | null = null
  const signIn = async (): Promise<string> => {
    const challenge = (await ask({ method: 'GET', path: '/captcha?action=login' }).catch(() => null)) as CaptchaChallenge | null
    const reCaptchaToken = challenge ? await solveCaptcha(challenge) : ''
    const body = new URLSearchParams({ grant_type: 'password', username, password, reCaptchaToken })
    const tokens = await ask({ method: 'POST', path: '/oauth/token', body, authorization: PUBLIC_CLIENT })
    return `Bearer ${v.parse(Tokens, tokens).access_token}`
  }
  return async (options) => {
    authorization ??= await signIn()
    try {
      return await ask({ ...options, authorization })
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error
      authorization = await signIn()
      return ask({ ...options, authorization })
    }
  }
}

/** The data of a response, parsed by its schema. */
export const dataOf = <S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> =>
  v.parse(v.object({ data: schema }), answer).data as v.InferOutput<S>

/** All pages of a list. */
export async function allOf<S extends v.GenericSchema>(ask: Ask, path: string, item: S): Promise<v.InferOutput<S>[]> {
  const Page = v.object({ data: v.array(item), pageDetails: v.looseObject({ hasNext: v.boolean() }) })
  const found: v.InferOutput<S>[] = []
  for (let page = 0; ; page++) {
    const answer = v.parse(Page, await ask({ method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}page=${page}&size=100` }))
    found.push(...(answer.data as v.InferOutput<S>[]))
    if (!answer.pageDetails.hasNext) return found
  }
}
