import { chromium } from 'playwright-core'
import { takePort } from '../../tests/support/ports.ts'
import { quantile } from '../rounds.ts'
import { atLeast, type Row } from '../table.ts'

const ROUNDS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]

/** The part of Lighthouse's API that is used here (https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md). */
type Lighthouse = {
  default(
    address: string,
    flags: { port: number; onlyCategories: readonly string[]; logLevel: 'error' },
    config?: unknown,
  ): Promise<{ lhr: { categories: Record<Category, { score: number | null }> } } | undefined>
  desktopConfig: unknown
}

const FORMS = {
  mobile: { performance: 85, accessibility: 100, 'best-practices': 100 },
  desktop: { performance: 95, accessibility: 100, 'best-practices': 100 },
} as const satisfies Record<string, Record<Category, number>>

/** Runs Lighthouse on the first page, as a phone and as a desktop. */
export async function lighthouse(executablePath: string, args: readonly string[], address: string): Promise<Row[]> {
  const peer = '../peers/node_modules/lighthouse/core/index.js'
  const { default: audit, desktopConfig } = (await import(peer)) as Lighthouse
  const port = await takePort()
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] })
  try {
    const rows: Row[] = []
    for (const form of ['mobile', 'desktop'] as const) {
      const scores: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] }
      for (let round = 0; round < ROUNDS; round++) {
        const flags = { port, onlyCategories: CATEGORIES, logLevel: 'error' } as const
        const found = await audit(address, flags, form === 'desktop' ? desktopConfig : undefined)
        for (const category of CATEGORIES) scores[category].push((found?.lhr.categories[category].score ?? 0) * 100)
        console.error(`  Lighthouse, ${form}, ${round + 1} of ${ROUNDS}: ${CATEGORIES.map((name) => scores[name].at(-1)).join(', ')}`)
      }
      for (const category of CATEGORIES)
        rows.push(atLeast(`Lighthouse, ${form}, ${category}`, quantile(scores[category], 0.5), FORMS[form][category]))
    }
    return rows
  } finally {
    await browser.close()
  }
}
