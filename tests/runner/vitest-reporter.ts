import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { type Outcome, plainText, writeReport } from './outcome.ts'

type Thrown = { message: string; diff?: string; stack?: string; cause?: Thrown }

/** The causes are first, because the message of a failed query contains the whole statement. */
const explain = ({ message, diff, stack, cause }: Thrown): string => {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  const causes: string[] = []
  for (let one = cause; one; one = one.cause) causes.unshift(`Cause: ${one.message}`)
  return plainText([...causes, message, diff, ...frames].filter(Boolean).join('\n'))
}

/** Writes what the runner needs of a vitest run. The default reporter prints the rest. */
export default class RunnerReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const nameOf = (module: TestModule) => relative('.', module.moduleId)
    const outcomes = modules.flatMap((module): Outcome[] => {
      const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped')
      const errors = module.errors().map((error) => failed(nameOf(module), '(the file)', explain(error)))
      const outcomes = [...tests.map((test) => outcomeOf(nameOf(module), test)), ...errors]
      return outcomes.map((outcome) => ({ ...outcome, project: module.project.name }))
    })
    const outside = unhandled.map((error) => failed('(outside any test)', error.name ?? 'Error', explain(error)))
    const files: Record<string, number> = {}
    const projects: Record<string, Record<string, number>> = {}
    for (const module of modules) {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      const seconds = (collectDuration + setupDuration + duration) / 1_000
      files[nameOf(module)] = (files[nameOf(module)] ?? 0) + seconds
      projects[module.project.name] = { ...projects[module.project.name], [nameOf(module)]: seconds }
    }
    writeReport({ outcomes: [...outcomes, ...outside], files, projects })
  }
}

function outcomeOf(file: string, test: TestCase): Outcome {
  const { state, errors = [] } = test.result()
  const seconds = (test.diagnostic()?.duration ?? 0) / 1_000
  const isPassed = state === 'passed'
  return { file, title: test.fullName, isPassed, seconds, ...(!isPassed && { message: errors.map(explain).join('\n') || state }) }
}

const failed = (file: string, title: string, message: string): Outcome => ({ file, title, isPassed: false, seconds: 0, message })
