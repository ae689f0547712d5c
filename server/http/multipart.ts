import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UnreadableBody } from './json.ts'

/**
 * Also parses the file of a form (RFC 7578) for the calls of this plugin: its field `file`, in base64. Other fields stay under their own
 * names and are refused like unknown fields of JSON.
 */
export function readFileForms(app: FastifyInstance, fileField: string) {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null)
    const names = [...(form?.keys() ?? [])]
    if (!form || names.includes(fileField) || new Set(names).size < names.length)
      throw new UnreadableBody('The request body is not a form in which each field occurs once.')
    const { file, ...others } = Object.fromEntries(form)
    return file instanceof Blob ? { ...others, [fileField]: Buffer.from(await file.arrayBuffer()).toString('base64') } : others
  })
}
