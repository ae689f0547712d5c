import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Outcome, PartReport } from './outcome.ts'

/** A completed part of the suite. */
export type PartResult = PartReport & { name: string; seconds: number }

const SLOWEST = 20
/** Characters of a failure that the summary prints. Its file contains all of them. */
const PRINTED = 2_000
/** First and last lines of an attached text that the summary prints. CI keeps only what is printed. */
const PRINTED_LINES = { first: 120, last: 25 }

const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`.padStart(9)

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * One part per project of a run whose workers all projects share. Each gets its share of the wall time by the time of its files. Results
 * without a project belong to the first.
 */
export function byProject({ seconds, outcomes, projects = {} }: PartResult, names: Readonly<Record<string, string>>): PartResult[] {
  const present = Object.entries(names).filter(([project], index) => index === 0 || project in projects)
  const timeOf = (project: string) => sum(Object.values(projects[project] ?? {}))
  const all = sum(present.map(([project]) => timeOf(project)))
  return present.map(([project, name], index) => ({
    name,
    seconds: all === 0 ? seconds / present.length : (seconds * timeOf(project)) / all,
    outcomes: outcomes.filter(
      (outcome) => (outcome.project ?? '') === project || (index === 0 && !(outcome.project && outcome.project in names)),
    ),
    files: projects[project] ?? {},
  }))
}

/** Minutes per part, and the slowest files. */
export function timeTable(parts: readonly PartResult[]): string {
  const total = sum(parts.map(({ seconds }) => seconds))
  const files = parts.flatMap(({ name, files }) => Object.entries(files).map(([file, seconds]) => ({ seconds, name: `${file} (${name})` })))
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return [
    'Time by part',
    ...parts.map(({ name, seconds, outcomes }) => `${minutes(seconds)}  ${name}, ${outcomes.length} tests`),
    `${minutes(total)}  all`,
    '',
    `The ${slowest.length} slowest files`,
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
  ].join('\n')
}

/** Writes each failure to its own file, with its pictures beside it, and returns the text to print. */
export function reportFailures(parts: readonly PartResult[], folder: string, seed: number): string[] {
  rmSync(folder, { recursive: true, force: true })
  const failures = parts.flatMap(({ name, outcomes }) => outcomes.flatMap((outcome) => (outcome.isPassed ? [] : [{ part: name, outcome }])))
  if (failures.length > 0) mkdirSync(folder, { recursive: true })
  return failures.map(({ part, outcome }, index) => {
    const stem = join(folder, `${index + 1}-${slug(outcome)}`)
    const title = `Failed ${index + 1} of ${failures.length}: ${outcome.file} > ${outcome.title}\nPart: ${part}. Seed: ${seed}.`
    const { pictures, texts } = keepAttachments(outcome, stem)
    writeFileSync(
      `${stem}.txt`,
      [title, outcome.message, ...texts.map(({ name, text }) => `--- ${name}\n${text}`), ...pictures, ''].join('\n\n'),
    )
    return [
      title,
      outcome.message?.slice(0, PRINTED),
      ...texts.map(({ name, text }) => `--- ${name}\n${excerptOf(text)}`),
      ...pictures.map((path) => `Picture: ${path}`),
      `Details: ${stem}.txt`,
    ].join('\n')
  })
}

/** The field of a failure is often in the middle of a long page. */
function excerptOf(text: string): string {
  const lines = text.split('\n')
  const omitted = lines.length - PRINTED_LINES.first - PRINTED_LINES.last
  if (omitted <= 0) return text
  return [...lines.slice(0, PRINTED_LINES.first), `(${omitted} more lines)`, ...lines.slice(-PRINTED_LINES.last)].join('\n')
}

const slug = ({ file, title }: Outcome) => `${basename(file)} ${title}`.replaceAll(/[^\w.]+/g, '-').slice(0, 80)

function keepAttachments({ attachments = [] }: Outcome, stem: string) {
  const pictures: string[] = []
  const texts: { name: string; text: string }[] = []
  for (const attachment of attachments) {
    if ('text' in attachment) texts.push(attachment)
    else if (existsSync(attachment.path)) {
      const kept = `${stem}-${basename(attachment.path)}`
      copyFileSync(attachment.path, kept)
      pictures.push(kept)
    }
  }
  return { pictures, texts }
}
