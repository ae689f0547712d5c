import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'

/**
 * A backup is gzipped text: a header line; then lines with rows, each with a table's name, a tab and a JSON array; and at the end the
 * number of lines, which detects an incomplete file.
 */
export const Header = v.object({
  roundsman: v.literal('backup'),
  format: v.literal(1),
  madeAt: v.string(),
  version: v.string(),
  /** The migrations of the schema that the rows fit. */
  migrations: v.array(v.string()),
})
export type Header = v.InferOutput<typeof Header>

const Deferred = v.object({ chunks: v.number() })

/**
 * Tables of temporary state: after a restore users sign in again, jobs start anew, and no invitation that was used or revoked since is
 * valid again.
 */
export const EXCLUDED: readonly string[] = [
  ...['sessions', 'refresh_tokens', 'invitations', 'guesses', 'spent_captchas', 'jobs', 'migrations'],
  ...['photo_uploads', 'travel_times'],
]

type Chunk = { table: string; rows: string }

export type BackupRead = { header: Header; chunks: AsyncIterable<Chunk> }

/** Reads a backup. The chunks end with an error if the file is incomplete. */
export async function readBackup(path: string): Promise<BackupRead | { wrong: string }> {
  const lines = linesIn(path)
  const wrong = { wrong: `${path} is not a backup of Roundsman that this version can read.` }
  try {
    const first = await lines.next()
    const header = v.safeParse(v.pipe(v.string(), v.parseJson(), Header), first.value)
    return header.success ? { header: header.output, chunks: chunksIn(lines, path) } : wrong
  } catch {
    return wrong
  }
}

/** The lines of a gzipped text. */
export async function* linesIn(path: string): AsyncGenerator<string> {
  // Errors surface in the reader.
  const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
  let begun = ''
  for await (const piece of text) {
    const lines = `${begun}${piece}`.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

/** The lines with rows, up to the last line, which has their number. */
export async function* chunksIn(lines: AsyncIterable<string>, path: string): AsyncGenerator<Chunk> {
  let seen = 0
  for await (const line of lines) {
    const tab = line.indexOf('\t')
    if (tab > 0) {
      seen++
      yield { table: line.slice(0, tab), rows: line.slice(tab + 1) }
      continue
    }
    const ending = v.safeParse(v.pipe(v.string(), v.parseJson(), Deferred), line)
    if (ending.success && ending.output.chunks === seen) return
    break
  }
  throw new Error(`${path} is incomplete`)
}
