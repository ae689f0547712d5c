import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const pages = readdirSync(FOLDER)
  .filter((page) => page !== 'README.md')
  .toSorted()
  .map((page) => ({ page, text: readFileSync(`${FOLDER}/${page}`, 'utf8') }))

/** The number, title and date of a page, or undefined if its head has another form. */
const headOf = (text: string) =>
  /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d{2}-\d{2}) · Status: (?:accepted|superseded by \[.+\]\(.+\))\n/.exec(text)

test('every decision page has its number, a title, a date and a status', () => {
  expect(pages.filter(({ text }) => !headOf(text)).map(({ page }) => page)).toEqual([])
  expect(pages.map(({ page }) => page.slice(0, 5))).toEqual(pages.map((_, index) => `${String(index + 1).padStart(4, '0')}-`))
  expect(pages.map(({ text }) => Number(headOf(text)?.[1]))).toEqual(pages.map((_, index) => index + 1))
})

test('every decision page has a context, a decision and its consequences', () => {
  const wrong = pages.filter(({ text }) => text.match(/^## .+$/gm)?.join() !== '## Context,## Decision,## Consequences')
  expect(wrong.map(({ page }) => page)).toEqual([])
})

test('decision pages are numbered by date', () => {
  const dates = pages.map(({ text }) => headOf(text)?.[3])
  expect(dates).toEqual(dates.toSorted())
})

test('the index of decisions lists every page with its title and date', () => {
  const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
  const listed = [...index.matchAll(/^\| \[(.+)\]\(([\w-]+\.md)\) \| ([\d-]+) \| .+ \|$/gm)].map(([, title, page, date]) => [
    page,
    title,
    date,
  ])
  expect(listed).toEqual(
    pages.map(({ page, text }) => {
      const [, number, title, date] = headOf(text) ?? []
      return [page, `${number}. ${title}`, date]
    }),
  )
})
