import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENDPOINTS } from '#contract/api.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'

/** The pattern and the methods of each call of the API. */
const CALLS = ENDPOINTS.map(({ path, method }) => ({
  pattern: new RegExp(`^/api${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
}))

/** Returns 405 for a path of the API that has other methods (RFC 9110 §15.5.6), and 404 for any other path. */
export function refuseUnknownCall({ url, method }: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = url.split('?', 1)
  const methods = CALLS.flatMap((call) => (call.pattern.test(path) ? call.methods : []))
  if (methods.length === 0)
    return sendRefusal(reply, refuse('NOT_FOUND', { detail: 'The API has no such path. /api/openapi.json describes all of them.' }))
  // The router refuses an id that is too long.
  if (methods.includes(method)) return sendRefusal(reply, refuse('NOT_FOUND'))
  void reply.header('allow', [...new Set(methods)].join(', '))
  return sendRefusal(reply, refuse('METHOD_NOT_ALLOWED'))
}
