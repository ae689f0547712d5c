import { writeFileSync } from 'node:fs'

/** What one test of any part did. A file that does not load and an error outside any test are outcomes too. */
export type Outcome = {
  /** Relative to the repository. */
  file: string
  /** Of vitest, where one run has several. */
  project?: string
  title: string
  isPassed: boolean
  /** Wall time, with the hooks and fixtures that belong to this test alone. */
  seconds: number
  /** Why it failed, with what was expected and received. */
  message?: string
  attachments?: readonly Attachment[]
}

/** Something kept for the report of a failure: a file such as a picture, or lines of text. */
export type Attachment = { name: string; path: string } | { name: string; text: string }

/** What a part of the suite leaves behind for the runner. */
export type PartReport = {
  outcomes: readonly Outcome[]
  /** Wall time by file, with everything that the file needs before its first test. */
  files: Readonly<Record<string, number>>
  /** The same by project, where one run has several. */
  projects?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** Names the file that a reporter writes its `PartReport` to. */
export const REPORT_FILE = 'TEST_REPORT_FILE'

export function writeReport(report: PartReport): void {
  const path = process.env[REPORT_FILE]
  if (path) writeFileSync(path, JSON.stringify(report))
}

const ESC = String.fromCharCode(27)
const ANSI = new RegExp(`${ESC}\\[[0-9;]*m`, 'g')

/** Text as a file holds it, without the colours of a terminal. */
export const plainText = (text: string): string => text.replaceAll(ANSI, '')
