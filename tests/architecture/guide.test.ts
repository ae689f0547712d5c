import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { describe, expect, test } from 'vitest'
import { GUIDE_PAGES, guidePage, helpFor } from '#app/data/guide.ts'
import { routes } from '#app/routes.ts'

type Texts = { [key: string]: string | string[] | Texts }
type PageTexts = { title: string; text: string; steps: string[]; notes?: string[] }

const textsOf = (texts: Texts, prefix: string): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value as Texts, `${prefix}${key}.`),
  )

const read = (language: string, file: string) => JSON.parse(readFileSync(`src/locales/${language}/${file}`, 'utf8'))
const pagesOf = (language: string): Record<string, PageTexts> => read(language, 'guide.json').page
const linesOf = ({ title, text, steps, notes = [] }: PageTexts) => [title, text, ...steps, ...notes]
const labelsOf = (lines: string[]) => [...new Set(lines.flatMap((line) => [...line.matchAll(/\$t\(([^)]*)\)/g)].map(([, key]) => key)))]

const LANGUAGES = readdirSync('src/locales')
const english = pagesOf('en')

/** The addresses of all screens below a route, with `*` for each parameter. */
function addressesOf(node: VirtualRouteNode, parent: string): string[] {
  const own = node.type === 'route' ? parent + node.path.replaceAll(/\$\w+/g, '*') : parent
  const children = 'children' in node ? (node.children ?? []).flatMap((child) => addressesOf(child, own)) : []
  const isScreen = node.type === 'index' || (node.type === 'route' && children.length === 0)
  return isScreen ? [own, ...children] : children
}

test('the guide has texts for each page, in the order of the pages', () => {
  expect(Object.keys(english)).toEqual(GUIDE_PAGES)
})

test('every signed-in screen has a page of the guide', () => {
  const signedIn = (routes.children ?? []).find((node) => node.type === 'layout')
  const addresses = signedIn ? addressesOf(signedIn, '') : []
  // They show another screen, or the guide itself.
  const without = ['/shortages', '/dashboard/more/*', '/dashboard/guide', '/dashboard/guide/*']
  expect(addresses.length).toBeGreaterThan(60)
  expect(addresses.filter((address) => !helpFor(address, null) && !without.includes(address))).toEqual([])
})

test('a tab with a page of its own has that page as help', () => {
  expect(helpFor('/dashboard/serviceman/machines/7/shortages', 'INVENTORY_TAB')).toBe('count')
  expect(helpFor('/dashboard/serviceman/machines/7/shortages', 'SHORTAGES_TAB')).toBe('restock')
  expect(helpFor('/dashboard/shortages', 'PRODUCTS_TAB')).toBe('slots')
})

test('screens, related pages and pictures of each page exist', () => {
  const signedIn = (routes.children ?? []).find((node) => node.type === 'layout')
  const addresses = signedIn ? addressesOf(signedIn, '') : []
  const missing = GUIDE_PAGES.flatMap((name) => {
    const { opens, screens, related, picture } = guidePage(name)
    return [
      ...[...Object.values(opens), ...screens.map((screen) => screen.split('?')[0] ?? '')].filter(
        (address) => !addresses.includes(address),
      ),
      ...related.filter((other) => !GUIDE_PAGES.includes(other) || other === name),
      ...(picture && !existsSync(`public/guide/${name}.png`) ? [`picture of ${name}`] : []),
    ]
  })
  expect(missing).toEqual([])
})

test('every picture belongs to a page', () => {
  const shown = GUIDE_PAGES.filter((name) => guidePage(name).picture).map((name) => `${name}.png`)
  expect(readdirSync('public/guide').toSorted()).toEqual(shown.toSorted())
})

describe.each(LANGUAGES)('%s', (language) => {
  const pages = pagesOf(language)
  const keys = new Map(
    readdirSync(`src/locales/${language}`).flatMap((file) => textsOf(read(language, file) as Texts, `${file.replace('.json', '')}:`)),
  )
  /** All forms of a label: a counted one has several. */
  const formsOf = (label: string) => [...keys].filter(([key]) => key.replace(/_(zero|one|two|few|many|other)$/, '') === label)

  test('every label of the guide is a text of the app', () => {
    const labels = labelsOf(Object.values(pages).flatMap(linesOf))
    expect(labels.filter((label) => formsOf(label ?? '').length === 0)).toEqual([])
  })

  test('labels of the guide need no values except a number', () => {
    const labels = labelsOf(Object.values(pages).flatMap(linesOf))
    const open = labels.flatMap((label) => formsOf(label ?? '').filter(([, text]) => /\{\{(?!(count|n)\}\})/.test(text)))
    expect(open.map(([key]) => key)).toEqual([])
  })

  test('each page has the steps, notes and labels of the English one', () => {
    const shapeOf = (page: PageTexts | undefined) =>
      page && [page.steps.length, page.notes?.length ?? 0, labelsOf(linesOf(page)).toSorted()]
    const wrong = Object.keys(english).filter((name) => JSON.stringify(shapeOf(pages[name])) !== JSON.stringify(shapeOf(english[name])))
    expect(wrong).toEqual([])
  })
})
