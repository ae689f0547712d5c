import { AMERICAN } from './layouts/american.ts'
import type { Layout } from './layouts/layout.ts'
import { NAYAX } from './layouts/nayax.ts'
import { OTHER_SYSTEMS } from './layouts/other.ts'
import { PAYMENTS } from './layouts/payments.ts'

export type { Layout, LayoutHolds } from './layouts/layout.ts'

/** Facts about layouts alone; no row of any file. Of two that explain a file equally well, the first one is taken. */
export const LAYOUTS: readonly Layout[] = [...NAYAX, ...AMERICAN, ...OTHER_SYSTEMS, ...PAYMENTS]
