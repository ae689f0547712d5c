/** Sales of one selection paid one way: `count` pieces for `amount` minor units in total. */
export type CountedSales = { selection: string; method: string; count: number; amount: number }
