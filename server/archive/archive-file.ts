import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import * as v from 'valibot'
import { HISTORY_SOURCES, type HistorySource } from '#domain/history.ts'
import type { CompanyId } from '#domain/ids.ts'
import { chunksIn, linesIn } from '../backup/backup-file.ts'

/**
 * An archive file has the form of a backup: gzipped text with a header line; lines with a table's name, a tab and a JSON array of rows; and
 * at the end the number of those lines.
 */
const Header = v.object({
  roundsman: v.literal('archive'),
  format: v.literal(1),
  company: v.number(),
  source: v.picklist(HISTORY_SOURCES),
  month: v.string(),
})
type Header = Omit<v.InferOutput<typeof Header>, 'roundsman' | 'format'>

type ArchiveFile = { company: CompanyId; id: string; source: HistorySource; month: string }

/** What identifies the content of a file. */
export type Content = { rows: number; bytes: number; digest: string }

const ARCHIVE_FOLDER = 'archive'

export const archivePath = (dataDir: string, { company, id, source, month }: ArchiveFile): string =>
  join(dataDir, ARCHIVE_FOLDER, String(company), `${source}-${month}-${id}.gz`)

/** Writes rows, as JSON texts in groups, to a file that only the owner can read. The file is created completely or not at all. */
export async function writeArchive(path: string, about: Header, groups: AsyncIterable<readonly string[]>): Promise<Content> {
  const draft = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rm(draft, { force: true })
  let rows = 0
  async function* lines() {
    const header: v.InferOutput<typeof Header> = { roundsman: 'archive', format: 1, ...about }
    yield `${JSON.stringify(header)}\n`
    let chunks = 0
    for await (const group of groups) {
      rows += group.length
      chunks++
      yield `${about.source}\t[${group.join(',')}]\n`
    }
    yield `${JSON.stringify({ chunks })}\n`
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    const content = { rows, bytes: (await stat(draft)).size, digest: await digestOf(draft) }
    await rename(draft, path)
    // The rows are deleted next, so the name of the file has to survive a power cut.
    await syncFolder(dirname(path))
    return content
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** An archive file is missing or is not what was written. */
export class ArchiveDamaged extends Error {}

/** The rows of a file in groups, each a JSON array, after its checksum was compared. */
export async function* readArchive(path: string, file: ArchiveFile, digest: string): AsyncGenerator<string> {
  const found = await digestOf(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ArchiveDamaged(`${path} is missing`)
    throw error
  })
  if (found !== digest) throw new ArchiveDamaged(`${path} is not what was written: its SHA-256 is ${found} instead of ${digest}`)
  const lines = linesIn(path)
  const first = await lines.next()
  const header = v.safeParse(v.pipe(v.string(), v.parseJson(), Header), first.value)
  if (!header.success || header.output.company !== file.company || header.output.source !== file.source)
    throw new ArchiveDamaged(`${path} is not an archive of ${file.source} of company ${file.company}`)
  for await (const { rows } of chunksIn(lines, path)) yield rows
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
