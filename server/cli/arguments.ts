import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The arguments of a command. `--help` prints the usage and ends it; an unknown argument ends it with an error and the usage. */
export function argumentsOf<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(1)
  }
}

/**
 * Settings that are given as arguments: `--demo-size 1000` is `DEMO_SIZE=1000`. An unknown argument and one without a value are errors.
 * `names`: those of all settings.
 */
export function settingsFromArguments(
  names: readonly string[],
  args: readonly string[],
): { given: Record<string, string | undefined> } | { wrong: string } {
  const argumentOf = (name: string) => name.toLowerCase().replaceAll('_', '-')
  try {
    const options = Object.fromEntries(names.map((name) => [argumentOf(name), { type: 'string' as const }]))
    const { values } = parseArgs({ args: [...args], options })
    return { given: Object.fromEntries(names.filter((name) => argumentOf(name) in values).map((name) => [name, values[argumentOf(name)]])) }
  } catch (error) {
    return {
      wrong: `${error instanceof Error ? error.message : error}\nREADME.md lists the settings: --port 8080 is the same as PORT=8080.`,
    }
  }
}
