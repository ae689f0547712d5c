import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UnreadableBody } from './json.ts'

/** Also parses the file of a form (RFC 7578) for the calls of this plugin: its field `file`, in base64. */
export function readFileForms(app: FastifyInstance, fileField: string) {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null)
    if (!form) throw new UnreadableBody()
    const file = form.get('file')
    return file instanceof Blob ? { [fileField]: Buffer.from(await file.arrayBuffer()).toString('base64') } : {}
  })
}
