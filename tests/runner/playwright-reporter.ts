import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { type Attachment, type Outcome, plainText, writeReport } from './outcome.ts'

const explain = ({ message, stack, value, snippet }: TestError): string =>
  plainText([message ?? stack ?? value ?? '', snippet].filter(Boolean).join('\n'))

/** Writes what the runner needs of a Playwright run. The list reporter prints the rest. */
export default class RunnerReporter implements Reporter {
  private readonly outcomes: Outcome[] = []
  private readonly files: Record<string, number> = {}

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return
    const file = relative('.', test.location.file)
    const seconds = result.duration / 1_000
    this.files[file] = (this.files[file] ?? 0) + seconds
    const isPassed = result.status === test.expectedStatus
    this.outcomes.push({
      file,
      title: test.titlePath().slice(3).join(' > '),
      isPassed,
      seconds,
      ...(!isPassed && { message: result.errors.map(explain).join('\n\n') || result.status, attachments: attachmentsOf(result) }),
    })
  }

  onError(error: TestError): void {
    this.outcomes.push({ file: '(outside any test)', title: 'Error', isPassed: false, seconds: 0, message: explain(error) })
  }

  onEnd(): void {
    writeReport({ outcomes: this.outcomes, files: this.files })
  }
}

const attachmentsOf = ({ attachments }: TestResult): Attachment[] =>
  attachments.flatMap(({ name, path, body, contentType }): Attachment[] => {
    if (path) return contentType.startsWith('image/') ? [{ name, path }] : []
    return body ? [{ name, text: body.toString() }] : []
  })
