import { close, closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** A file of the write-ahead log. PostgreSQL does not reuse their names. */
const SEGMENT = /[\\/]pg_wal[\\/][0-9A-F]{24}$/

type Node = object
type Stream = { node: Node; nfd?: number; isSegment?: boolean }
type Operations = Record<string, (...given: never[]) => unknown>

/** The part of Emscripten's file system that calls Node. */
type NodeFiles = {
  realPath(node: Node): string
  stream_ops: Operations & { fsync?(stream: Stream): number; write(stream: Stream, ...given: unknown[]): number }
  node_ops: Operations
}

type Options = Parameters<NodeFS['init']>[1]

/** Their effects may reach the disk before an earlier record of the log would. */
const CHANGES = { node_ops: ['rename', 'unlink', 'setattr'], stream_ops: ['setattr'] } as const

/**
 * The files of an embedded database, flushed to disk when PostgreSQL requests it, which its Emscripten build ignores otherwise.
 *
 * A commit requests a flush of the log. That flush does not block the process: it runs beside the next transactions, one flush serves all
 * commits before it, and a commit is acknowledged after `flushed`. All other writes of PostgreSQL wait for the log, because a page on disk
 * without its record in the log cannot be recovered.
 */
export class FlushedFiles extends NodeFS {
  /** Bytes that were written to the log since `checkpointed`. */
  logSize = 0
  readonly #folder: string
  #segment: { path: string; file: number } | null = null
  #requested = 0
  #done = 0
  #flight: Promise<void> | null = null
  #failure: Error | null = null

  constructor(folder: string) {
    super(folder)
    this.#folder = folder
  }

  override async init(engine: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const prepared = await super.init(engine, options)
    const { preRun = [] } = prepared.emscriptenOpts
    const install = (module: unknown) => this.#install((module as { NODEFS: NodeFiles }).NODEFS)
    return { emscriptenOpts: { ...prepared.emscriptenOpts, preRun: [install as (typeof preRun)[number], ...preRun] } }
  }

  override async closeFs(): Promise<void> {
    await super.closeFs()
    await this.#flight
    if (this.#segment) closeSync(this.#segment.file)
    this.#segment = null
  }

  /** Resolves when all commits before the call are on disk; throws once a flush has failed. */
  async flushed(): Promise<void> {
    const requested = this.#requested
    while (this.#done < requested) {
      if (this.#failure) throw this.#failure
      this.#flight ??= this.#flush()
      await this.#flight
    }
    if (this.#failure) throw this.#failure
  }

  /** A new checkpoint: recovery after a power cut reads the log from here. */
  checkpointed(): void {
    this.logSize = 0
  }

  /** Flushes the whole folder, which the database's files have been copied into. */
  async flushAll(): Promise<void> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true })
    const paths = [...entries.map(({ parentPath, name }) => join(parentPath, name)), this.#folder]
    const next = paths.values()
    const flush = async () => {
      for (const path of next) await flushPath(path)
    }
    await Promise.all(Array.from({ length: 16 }, flush))
  }

  #install(files: NodeFiles): void {
    const { stream_ops, node_ops } = files
    const write = stream_ops.write
    const isSegment = (stream: Stream) => {
      stream.isSegment ??= SEGMENT.test(files.realPath(stream.node))
      return stream.isSegment
    }
    stream_ops.write = (stream, ...given) => {
      if (!isSegment(stream)) this.#flushNow()
      const size = write(stream, ...given)
      if (isSegment(stream)) this.logSize += size
      return size
    }
    stream_ops.fsync = (stream) => {
      const path = files.realPath(stream.node)
      if (isSegment(stream)) this.#request(path)
      else {
        this.#flushNow()
        if (stream.nfd === undefined) flushFolder(path)
        else fsyncSync(stream.nfd)
      }
      return 0
    }
    for (const name of CHANGES.stream_ops) this.#flushBefore(stream_ops, name)
    for (const name of CHANGES.node_ops) this.#flushBefore(node_ops, name)
  }

  #flushBefore(operations: Operations, name: string): void {
    const original = operations[name]
    if (!original) throw new Error(`the file system of the embedded database has no ${name}`)
    operations[name] = (...given) => {
      this.#flushNow()
      return original(...given)
    }
  }

  #request(path: string): void {
    if (this.#segment?.path !== path) {
      this.#flushNow()
      const old = this.#segment
      if (old) void (this.#flight ?? Promise.resolve()).catch(() => {}).then(() => close(old.file))
      this.#segment = { path, file: openSync(path, 'r+') }
    }
    this.#requested++
  }

  /** Flushes the log in the background. */
  async #flush(): Promise<void> {
    const requested = this.#requested
    try {
      if (this.#segment) await flushData(this.#segment.file)
      this.#done = Math.max(this.#done, requested)
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#flight = null
    }
  }

  #flushNow(): void {
    if (this.#failure) throw this.#failure
    if (this.#done === this.#requested || !this.#segment) return
    try {
      fdatasyncSync(this.#segment.file)
    } catch (error) {
      this.#fail(error)
      throw error
    }
    this.#done = this.#requested
  }

  /** After a failed flush, the system may report success for data that it has dropped. Only a restart recovers what is on disk. */
  #fail(cause: unknown): void {
    this.#failure = new Error('the log of the embedded database cannot be written to disk; restart the server', { cause })
  }
}

const flushData = (file: number) => new Promise<void>((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())))

async function flushPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes new and renamed files of a folder permanent. Windows cannot flush a folder, and does not need it. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
