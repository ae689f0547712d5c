/** A forecast of a count: its mean, and its variance in excess of chance (`excess` times the mean squared). */
type Count = { mean: number; excess: number }

/** 0.05, 0.10 … 0.95 */
const SHARES = Array.from({ length: 19 }, (_, index) => (index + 1) / 20)

/** The probabilities of 0, 1, 2 … until nearly all is covered: Poisson without excess, else negative binomial. */
export function chances({ mean, excess }: Count): number[] {
  if (mean <= 0) return [1]
  const all: number[] = []
  const shape = excess > 1e-9 ? 1 / excess : Number.POSITIVE_INFINITY
  const isPoisson = !Number.isFinite(shape)
  let term = isPoisson ? -mean : -shape * Math.log1p(mean / shape)
  const step = isPoisson ? Math.log(mean) : Math.log(mean / (shape + mean))
  let sum = 0
  for (let count = 0; sum < 1 - 1e-7 && count < 4000; count++) {
    all.push(Math.exp(term))
    sum += Math.exp(term)
    term += step - Math.log(count + 1) + (isPoisson ? 0 : Math.log(shape + count))
  }
  return all
}

/** The mean pinball loss over all SHARES if the outcome is `came`. */
export function pinball(all: readonly number[], came: number): number {
  let [at, below, cost] = [0, all[0] ?? 1, 0]
  for (const share of SHARES) {
    while (below < share && at < all.length - 1) below += all[++at] ?? 0
    cost += came >= at ? share * (came - at) : (1 - share) * (at - came)
  }
  return cost / SHARES.length
}

/** The bounds of the central part of a distribution with this share. */
const edgesOf = (share: number) => [(1 - share) / 2, (1 + share) / 2] as const

/**
 * Whether a count is within the central part of the forecast. `exact`: fractionally, treating a count as uniform over its probability,
 * because a span of whole numbers covers more than its share. `whole`: whether it is within the span of whole numbers.
 */
export function coverageOf(all: readonly number[], came: number, share: number): { exact: number; whole: number } {
  const [low, high] = edgesOf(share)
  const chance = all[came] ?? 0
  const below = chance > 0 ? sum(all.slice(0, came)) : 1
  const exact = chance > 0 ? Math.max(0, Math.min(below + chance, high) - Math.max(below, low)) / chance : 0
  return { exact, whole: Number(below < high && below + chance > low) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
