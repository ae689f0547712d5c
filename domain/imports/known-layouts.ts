import { plainHead } from './heads.ts'
import { AMERICAN } from './layouts/american.ts'
import type { Layout } from './layouts/layout.ts'
import { NAYAX } from './layouts/nayax.ts'
import { OTHER_SYSTEMS } from './layouts/other.ts'
import { PAYMENTS } from './layouts/payments.ts'

/** Facts about layouts only, without any file's rows. Of two that match equally well, the first one is used. */
export const LAYOUTS: readonly Layout[] = [...NAYAX, ...AMERICAN, ...OTHER_SYSTEMS, ...PAYMENTS]

type Plain = { layout: Layout; heads: ReadonlySet<string> }
let plainLayouts: Plain[] | undefined
const layouts = () => {
  plainLayouts ??= LAYOUTS.map((layout) => ({
    layout,
    heads: new Set(
      layout.heads
        .split('|')
        .map(plainHead)
        .filter((head) => head !== ''),
    ),
  }))
  return plainLayouts
}

/** The layout with most matching headers: at least three, and 60 % of all or ten. */
export function layoutOf(heads: readonly string[]): Layout | null {
  const plain = new Set(heads.map(plainHead).filter((head) => head !== ''))
  let best: { layout: Layout; score: number } | null = null
  for (const { layout, heads: known } of layouts()) {
    if (layout.isLoose) continue
    const common = [...known].filter((head) => plain.has(head)).length
    if (common < 3 || (common < known.size * 0.6 && common < 10)) continue
    // Of two layouts with common headers, select the one that explains more of this file.
    const score = common / known.size + (2 * common) / Math.max(plain.size, known.size)
    if (!best || score > best.score) best = { layout, score }
  }
  return best?.layout ?? null
}
