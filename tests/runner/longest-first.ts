import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds by test file, as `npm test` measured them. A newer table is in test-results/durations.json after each run. */
const TABLE = 'tests/runner/durations.json'

/** The table leaves out what takes less than a second. */
const UNKNOWN_SECONDS = 1

/**
 * Starts the longest files first, so that no worker is left with one at the end. Files of one project and one environment stay together,
 * because a worker process serves one combination and switching costs a new process.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = existsSync(TABLE) ? (JSON.parse(readFileSync(TABLE, 'utf8')) as Record<string, number>) : {}
    const durationOf = ({ moduleId }: TestSpecification) => seconds[relative('.', moduleId)] ?? UNKNOWN_SECONDS
    const groupOf = ({ project, moduleId }: TestSpecification) => `${project.name} ${moduleId.endsWith('x') ? 'browser' : 'node'}`
    return files.toSorted((a, b) => groupOf(b).localeCompare(groupOf(a)) || durationOf(b) - durationOf(a))
  }
}
