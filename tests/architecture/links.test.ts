import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(page))

const textOf = (page: string) => readFileSync(page, 'utf8')

/** The anchor of a heading as GitHub derives it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const linksOf = (page: string) =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))

test('every link in the documentation leads to a file and a heading that exist', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? page : join(dirname(page), path)
        if (!existsSync(target)) return true
        return (
          anchor !== undefined && !(textOf(target).match(/^#+ .+$/gm) ?? []).some((line) => anchorOf(line.replace(/^#+ /, '')) === anchor)
        )
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})
