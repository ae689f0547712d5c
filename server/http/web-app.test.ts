import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../../tests/support/seed.ts'
import { answerFailures } from './failures.ts'
import { serveWebApp } from './web-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-app-'))
const navigation = { accept: 'text/html,application/xhtml+xml' }
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'locales', 'en'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Roundsman</title>')
  writeFileSync(join(folder, 'sw.js'), 'self.skipWaiting')
  writeFileSync(join(folder, 'locales', 'en', 'slots.json'), '{"title":"Slots"}')
  const script = 'console.log("round")'.repeat(100)
  writeFileSync(join(folder, 'assets', 'main-4f2a.js'), script)
  writeFileSync(join(folder, 'assets', 'main-4f2a.js.br'), brotliCompressSync(script))
  app = Fastify()
  answerFailures(app)
  app.all('/api/*', (_request, reply) => reply.status(404).send({ code: 'NOT_FOUND' }))
  await serveWebApp(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('navigation', () => {
  test.each(['/', '/machines/12?tab=slots', '/m/sticker-token', '/locales', '/anything/else'])(
    'to %s returns the app, revalidated on every request',
    async (url) => {
      const answer = await get(url, navigation)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<title>Roundsman</title>')
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  test('hostile use: response for an unknown address is not cached', async () => {
    for (const url of ['/nothing.txt', '/assets/gone-1111.js', '/..%2fserver/main.js'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-store'])
  })

  test('to the API or to a script does not return the app', async () => {
    expect((await get('/api/nothing', navigation)).statusCode).toBe(404)
    expect((await get('/assets/gone-1111.js', navigation)).statusCode).toBe(404)
  })
})

describe('file', () => {
  test('with a hash in its name is cached permanently, and compressed where supported', async () => {
    const answer = await get('/assets/main-4f2a.js', { 'accept-encoding': 'br' })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['content-type']).toContain('javascript')
    expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding')
    const plain = await get('/assets/main-4f2a.js', { 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toContain('console.log')
  })

  test.each(['/sw.js', '/index.html', '/locales/en/slots.json'])('%s is revalidated on every request', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  test('that is missing returns a problem with a code and not the app', async () => {
    const answer = await get('/assets/gone-1111.js')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  test('outside the folder is not served', async () => {
    for (const url of ['/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2fetc%2fpasswd']) {
      const answer = await get(url)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
    }
  })

  test.each(['/assets/', '/locales/', '/locales/en/', '/assets', '/%2e%2e/package.json', '/assets/%00', `/${'a'.repeat(5_000)}`])(
    'hostile use: %s causes no server error',
    async (url) => {
      for (const encoding of ['br', 'identity'])
        expect((await get(url, { 'accept-encoding': encoding })).statusCode, encoding).toBeLessThan(500)
    },
  )

  test('hostile use: no path, however it is written, causes a server error', async () => {
    const piece = fc.constantFrom(
      'assets',
      'locales',
      'en',
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '%25',
      'index.html',
      'sw.js.br',
      '~',
      ';',
      '',
    )
    const path = fc.array(fc.oneof(piece, fc.string({ maxLength: 12 }).map(encodeURIComponent)), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('br, gzip', 'identity', ''), fc.boolean(), async (parts, encoding, isPage) => {
        const answer = await get(`/${parts.join('/')}`, { 'accept-encoding': encoding, ...(isPage ? navigation : {}) })
        expect(answer.statusCode).toBeLessThan(500)
      }),
      { numRuns: 300, seed },
    )
  })
})

test('page of an app that is not built contains build instructions', async () => {
  const bare = Fastify()
  await serveWebApp(bare, join(folder, 'nothing'))
  const answer = await bare.inject({ method: 'GET', url: '/', headers: navigation })
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  await bare.close()
})
