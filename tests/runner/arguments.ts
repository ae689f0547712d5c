import { parseArgs } from 'node:util'

type Arguments = {
  /** Runs only the tests affected by changes since this revision; `null` is the working tree, or the last commit if that is clean. */
  changed: { since: string | null } | undefined
  /** Runs the long forms instead. */
  isLong: boolean
  seed: number
}

/** The run for every change always uses the same seed, so that a failure comes from the change. The long forms use a random one. */
const USUAL_SEED = 1

const USAGE = `npm test -- [--changed [REVISION]] [--seed NUMBER]
npm run test:long -- [--seed NUMBER]`

/** Parses the command line, or returns its error. */
export function readArguments(given: readonly string[], randomSeed: () => number): Arguments | { wrong: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options: { changed: { type: 'boolean' }, long: { type: 'boolean' }, seed: { type: 'string' } },
      allowPositionals: true,
    })
    const [since = null, ...others] = positionals
    if (others.length > 0 || (since !== null && !values.changed)) return { wrong: `Unknown argument ${positionals.at(-1)}.\n${USAGE}` }
    if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed))
      return { wrong: `--seed takes a number of at most 9 digits.\n${USAGE}` }
    return {
      changed: values.changed ? { since } : undefined,
      isLong: values.long ?? false,
      seed: values.seed !== undefined ? Number(values.seed) : values.long ? randomSeed() : USUAL_SEED,
    }
  } catch (error) {
    return { wrong: `${error instanceof Error ? error.message : error}\n${USAGE}` }
  }
}
