import { expect, it, vi } from 'vitest'
import { addOwnFile, isOwnFile, ownFilesOnly } from './own-files.ts'

const PORTAL = '<!doctype html><title>Welcome to the hotel</title>'
const responseOf = (status: number, headers: Record<string, string>) => new Response(PORTAL, { status, headers })
const html = { 'content-type': 'text/html; charset=utf-8' }

it('page of a captive portal is never cached as a file of the app', async () => {
  for (const status of [200, 401, 502, 511])
    for (const type of ['text/html', 'Text/HTML; charset=utf-8', 'application/xhtml+xml']) {
      const response = responseOf(status, { 'content-type': type })
      expect(await ownFilesOnly.cacheWillUpdate({ response }), `${status} ${type}`).toBeNull()
    }
})

it('page of our server, and files that a cache holds without its header, are cached', () => {
  expect(isOwnFile(responseOf(200, { ...html, 'x-roundsman': '1' }))).toBe(true)
  for (const type of ['application/json; charset=utf-8', 'text/javascript', 'font/woff2', 'image/png'])
    expect(isOwnFile(responseOf(200, { 'content-type': type })), type).toBe(true)
})

it('failure of our server is not cached', () => {
  expect(isOwnFile(responseOf(503, { 'content-type': 'application/json', 'x-roundsman': '1' }))).toBe(false)
})

it('translations are stored only if they come from our server', async () => {
  const cache = { put: vi.fn(async () => {}) }
  vi.stubGlobal('fetch', async () => responseOf(200, html))
  await expect(addOwnFile(cache, '/locales/en.json')).rejects.toThrow()
  expect(cache.put).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }))
  await addOwnFile(cache, '/locales/en.json')
  expect(cache.put).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
