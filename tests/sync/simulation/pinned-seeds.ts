/** Seeds that once found a bug: they run every time. */
export const PINNED_SEEDS: readonly number[] = [
  137, 157, 160, 169, 417, 1082, 1993, 2104, 2832, 10324, 10364, 49, 154, 40072, 528, 582, 1554, 4241, 7444,
]
