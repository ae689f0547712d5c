import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { PageDetails } from '#contract/fields.ts'
import { unknownKeys } from '../../server/http/unknown-keys.ts'
import { noteViolation } from './server-lines.ts'

/** Compares each successful JSON response with the schema of its endpoint, and records the differences. */
export function checkResponses(app: FastifyInstance): FastifyInstance {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { endpoint } = routeOptions.config ?? {}
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (endpoint?.answer && reply.statusCode < 300 && isJson && typeof payload === 'string') {
      for (const violation of differencesOf(endpoint, JSON.parse(payload))) noteViolation(`${endpoint.name}: ${violation}`)
    }
    return payload
  })
  return app
}

/** Fields that are missing or of another type, and fields that the contract does not contain. */
function differencesOf(endpoint: Endpoint, response: unknown): string[] {
  const schema = schemaOf(endpoint)
  const read = v.safeParse(schema, response)
  if (!read.success) return read.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  return unknownKeys(schema, response).map((key) => `${key}: is not in the contract`)
}

function schemaOf({ answer = v.unknown(), plain, paged }: Endpoint): v.GenericSchema {
  if (plain) return answer
  if (!paged) return v.object({ data: answer })
  return v.object({ data: answer, pageDetails: paged === true ? PageDetails : v.optional(PageDetails) })
}
