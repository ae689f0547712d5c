type Subjects = Record<string, () => Promise<number>>

/**
 * Measures every subject once per round and rotates the order, so that other load on the machine affects all alike. The first round is
 * discarded. Returns the median of each.
 */
export async function medians<S extends Subjects>(subjects: S, rounds: number): Promise<{ [K in keyof S]: number }> {
  const taken = new Map<string, number[]>(Object.keys(subjects).map((name) => [name, []]))
  const names = Object.keys(subjects)
  for (let round = 0; round <= rounds; round++) {
    for (const [index] of names.entries()) {
      const name = names[(index + round) % names.length] ?? ''
      const value = (await subjects[name]?.()) ?? Number.NaN
      console.error(`  ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}: ${name} ${value.toFixed(1)}`)
      if (round > 0) taken.get(name)?.push(value)
    }
  }
  return Object.fromEntries([...taken].map(([name, values]) => [name, quantile(values, 0.5)])) as { [K in keyof S]: number }
}

/** The value below which this share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
