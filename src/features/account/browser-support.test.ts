import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import words from '#app/locales/en/account.json' with { type: 'json' }
import { isUnsupported } from './browser-support.ts'

const chrome = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
const firefox = (version: number) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const safari = (version: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.0 Mobile/15E148 Safari/604.1`
const edge = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Safari/537.36 Edge/${version}.10586`

describe('the browser warning', () => {
  it.each([
    ['Blink 46', chrome(46)],
    ['Gecko 42', firefox(42)],
    ['WebKit 9', safari(9)],
    ['Edge 12', edge(12)],
    ['Internet Explorer 11', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
    ['Internet Explorer 10', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)'],
  ])('is shown in %s', (_, userAgent) => expect(isUnsupported(userAgent)).toBe(true))

  it.each([
    ['Blink 47', chrome(47)],
    ['a new Chrome', chrome(147)],
    ['Gecko 43', firefox(43)],
    ['a new Firefox', firefox(150)],
    ['WebKit 10', safari(10)],
    ['Edge 13', edge(13)],
    ['an unknown browser', 'Unheard/1.0'],
  ])('is not shown in %s', (_, userAgent) => expect(isUnsupported(userAgent)).toBe(false))
})

it('is shown by a separate script if modules cannot run', () => {
  expect(readFileSync('index.html', 'utf8')).toContain('<script nomodule src="/browser-too-old.js"></script>')
  const root = { textContent: '' }
  new Function('document', readFileSync('public/browser-too-old.js', 'utf8'))({ getElementById: () => root })
  expect(root.textContent).toBe(words.BROWSER_NOT_SUPPORTED)
})
