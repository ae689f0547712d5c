import { writeFileSync } from 'node:fs'

/** The result of one test of any part. A file that does not load and an error outside any test are results too. */
export type Outcome = {
  /** Relative to the repository. */
  file: string
  /** The vitest project, if one run has several. */
  project?: string
  title: string
  isPassed: boolean
  /** Wall time, including the hooks and fixtures of this test alone. */
  seconds: number
  /** Why it failed, with expected and received values. */
  message?: string
  attachments?: readonly Attachment[]
}

/** Evidence for the report of a failure: a file such as a picture, or lines of text. */
export type Attachment = { name: string; path: string } | { name: string; text: string }

/** The result of a part of the suite, for the runner. */
export type PartReport = {
  outcomes: readonly Outcome[]
  /** Wall time per file, including everything before its first test. */
  files: Readonly<Record<string, number>>
  /** The same per project, if one run has several. */
  projects?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The environment variable with the path that a reporter writes its `PartReport` to. */
export const REPORT_FILE = 'TEST_REPORT_FILE'

export function writeReport(report: PartReport): void {
  const path = process.env[REPORT_FILE]
  if (path) writeFileSync(path, JSON.stringify(report))
}

const ESC = String.fromCharCode(27)
const ANSI = new RegExp(`${ESC}\\[[0-9;]*m`, 'g')

/** Text without terminal colours. */
export const plainText = (text: string): string => text.replaceAll(ANSI, '')
