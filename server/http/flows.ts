import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CompanyId } from '#domain/ids.ts'
import { type Flow, flowOf } from './fair-queue.ts'
import { networkOf } from './network.ts'

/** The number of tokens that a large installation uses at a time. */
const MAX_FLOWS = 50_000

declare module 'fastify' {
  interface FastifyInstance {
    flows: {
      of(request: FastifyRequest): Flow
      /** Whether the token of a request was accepted since the start. */
      has(request: FastifyRequest): boolean
      remember(request: FastifyRequest, company: CompanyId): void
    }
  }
}

/**
 * Assigns a request to a queue before its token is looked up: to the company for which the same token was accepted last, else to its
 * address. The assignment affects only the queue; permissions are checked in every request.
 */
export function registerFlows(app: FastifyInstance) {
  const companies = new Map<string, Flow>()
  const keyOf = (authorization: string) => createHash('sha256').update(authorization).digest('base64url')
  const companyFlow = ({ headers: { authorization } }: FastifyRequest) =>
    authorization === undefined ? undefined : companies.get(keyOf(authorization))
  app.decorate('flows', {
    of: (request) => companyFlow(request) ?? `address ${networkOf(request.ip)}`,
    has: (request) => companyFlow(request) !== undefined,
    remember: ({ headers: { authorization } }, company) => {
      if (authorization === undefined) return
      const key = keyOf(authorization)
      // Moves the token to the end, so that the least recently used one is evicted first.
      companies.delete(key)
      companies.set(key, flowOf(company))
      const [oldest] = companies.keys()
      if (companies.size > MAX_FLOWS && oldest !== undefined) companies.delete(oldest)
    },
  })
}
