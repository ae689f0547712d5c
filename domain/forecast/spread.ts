const GRID = [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.7, 1]

/** A backtested forecast and its outcome. `days`: its length in average days. */
export type Case = { mean: number; came: number; pieces: number; days: number }

/** The spread with the maximum likelihood of the outcomes. The likelihood has one peak, so the parameters are fitted in turn. */
export function spreadOf(cases: readonly Case[]): { level: number; luck: number } {
  const likelihoodOf = (level: number, luck: number) =>
    cases.reduce((sum, { mean, came, pieces, days }) => sum + logChance(mean, 1 / (1 / pieces + level + luck / days), came), 0)
  let best = { level: 0, luck: 0, likelihood: Number.NEGATIVE_INFINITY }
  const consider = (level: number, luck: number) => {
    const likelihood = likelihoodOf(level, luck)
    if (likelihood > best.likelihood) best = { level, luck, likelihood }
  }
  for (let round = 0; round < 2; round++) {
    for (const level of GRID) consider(level, best.luck)
    for (const luck of GRID) consider(best.level, luck)
  }
  return { level: best.level, luck: best.luck }
}

/** Log-likelihood of a count, without the terms that depend on neither mean nor shape. */
const logChance = (mean: number, shape: number, count: number): number =>
  count * Math.log(mean / (shape + mean)) - shape * Math.log1p(mean / shape) + logGamma(shape + count) - logGamma(shape)

/** Stirling's series. */
function logGamma(x: number): number {
  let [at, less] = [x, 0]
  for (; at < 8; at++) less += Math.log(at)
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * at) - 1 / (360 * at ** 3) - less
}
