import { RULES } from './rules.ts'
import { run, worldOf } from './run.ts'
import { OPTIONS, totalOf } from './simulator.ts'

/** Prints the total of every rule with every parameter, on seeds that results do not use: `npx tsx bench/simulator/tune.ts 101 102`. */
for (const seed of process.argv.slice(2).map(Number)) {
  const world = worldOf(seed, OPTIONS)
  for (const policy of RULES) {
    const sums = run(world, policy, OPTIONS)
    console.log(
      [seed, policy.name, ...[totalOf(sums), sums.lost, sums.trips, sums.expired].map((minor) => Math.round(minor / 100))].join('\t'),
    )
  }
}
