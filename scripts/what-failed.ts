import { relative } from 'node:path'

/** What `vitest --reporter=json` writes, as far as it is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

/** What Playwright's JSON reporter writes, as far as it is read here. */
export type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] }

/** Of each test that failed, and of each file that did not load, its name and why. */
export function vitestWords({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    // A file that did not load has no test that could say so.
    if (failed.length === 0) return status === 'failed' ? [`${relative('.', name)}\n${message}`] : []
    return failed.map((one) => `${relative('.', name)} > ${one.fullName}\n${one.failureMessages.join('\n')}`)
  })
}

/** Of each journey that failed, its name and why. */
export const playwrightWords = ({ suites }: PlaywrightReport): string[] => suites.flatMap(wordsOfSuite)

function wordsOfSuite({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      return `${file} > ${title}\n${errors.join('\n')}`
    })
  return [...own, ...suites.flatMap(wordsOfSuite)]
}
