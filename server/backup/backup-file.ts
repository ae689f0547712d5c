import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'

/**
 * A backup is lines of text, packed by gzip: what it is; then some rows of a table each, the table's name, a tab and the rows as a
 * JSON array; in the end how many such lines there were, so that half a file is known as such.
 */
export const Header = v.object({
  roundsman: v.literal('backup'),
  format: v.literal(1),
  madeAt: v.string(),
  version: v.string(),
  /** The schema that the rows fit. */
  migrations: v.array(v.string()),
})
export type Header = v.InferOutput<typeof Header>

const Deferred = v.object({ chunks: v.number() })

/** Signs of life rather than work: whoever comes back after a restore signs in once, and jobs run anew. */
export const LEFT_OUT: readonly string[] = ['sessions', 'refresh_tokens', 'guesses', 'spent_captchas', 'jobs', 'migrations']

export type Chunk = { table: string; rows: string }

export type BackupRead = { header: Header; chunks: AsyncIterable<Chunk> }

/** Reads a backup; the chunks end with an error where the file is not whole. */
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

async function* linesIn(path: string): AsyncGenerator<string> {
  // Its errors come up where it is read.
  const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
  let begun = ''
  for await (const piece of text) {
    const lines = `${begun}${piece}`.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

async function* chunksIn(lines: AsyncIterable<string>, path: string): AsyncGenerator<Chunk> {
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
  throw new Error(`${path} is not whole`)
}
