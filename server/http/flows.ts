import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CompanyId } from '#domain/ids.ts'
import { networkOf } from '../features/account/login-throttle.ts'
import { type Flow, flowOf } from './load-shedding.ts'

/** As many tokens as a large installation has in use at a time. */
const MOST = 50_000

declare module 'fastify' {
  interface FastifyInstance {
    flows: {
      of(request: FastifyRequest): Flow
      /** Whether the token of a request has opened something since the start. */
      knows(request: FastifyRequest): boolean
      remember(request: FastifyRequest, company: CompanyId): void
    }
  }
}

/**
 * Tells whose queue a request belongs to before its token is looked up: that of the company that the same token had the last time, else
 * one of its address. It says who waits behind whom and nothing else; rights are looked up for each request.
 */
export function knowFlows(app: FastifyInstance) {
  const companies = new Map<string, Flow>()
  const keyOf = (authorization: string) => createHash('sha256').update(authorization).digest('base64url')
  const companyFlow = ({ headers: { authorization } }: FastifyRequest) =>
    authorization === undefined ? undefined : companies.get(keyOf(authorization))
  app.decorate('flows', {
    of: (request) => companyFlow(request) ?? `address ${networkOf(request.ip)}`,
    knows: (request) => companyFlow(request) !== undefined,
    remember: ({ headers: { authorization } }, company) => {
      if (authorization === undefined) return
      const key = keyOf(authorization)
      // The one that was used last is forgotten last.
      companies.delete(key)
      companies.set(key, flowOf(company))
      const [oldest] = companies.keys()
      if (companies.size > MOST && oldest !== undefined) companies.delete(oldest)
    },
  })
}
