import { AMERICAN } from './layouts/american.ts'
import type { Layout } from './layouts/layout.ts'
import { NAYAX } from './layouts/nayax.ts'
import { OTHER_SYSTEMS } from './layouts/other.ts'
import { PAYMENTS } from './layouts/payments.ts'

export type { Layout, LayoutHolds } from './layouts/layout.ts'

/** Facts about layouts only, without any file's rows. Of two that match equally well, the first one is used. */
export const LAYOUTS: readonly Layout[] = [...NAYAX, ...AMERICAN, ...OTHER_SYSTEMS, ...PAYMENTS]
