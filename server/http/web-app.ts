import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BUILT_APP } from '../folders.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'

const NOT_BUILT = 'The app is not built yet: run "npm run build", then start the server again.\n'

/**
 * Serves the built app beside the API. The app handles every address that is not a file (`/m/…` from a sticker, a bookmark), so a
 * navigation returns the app, while a missing script or image is a plain 404.
 */
export async function serveWebApp(app: FastifyInstance, folder = BUILT_APP) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler((request, reply) =>
      isNavigation(request) ? reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT) : sendRefusal(reply, refuse('NOT_FOUND')),
    )
    return
  }
  const hashed = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    // Not `false`, because the plugin looks for an index in each requested folder and fails without a list.
    index: [],
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (answer, path) => {
      // The build puts a content hash into these names. Other files are revalidated by their ETag.
      answer.setHeader('cache-control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
      answer.setHeader('vary', 'accept-encoding')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) ? reply.sendFile('index.html') : sendRefusal(reply, refuse('NOT_FOUND')),
  )
}

/** Whether a browser navigates to the address, as opposed to a request of a program. */
export const isNavigation = ({ method, headers, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !url.startsWith('/api/') &&
  !url.startsWith('/assets/')
