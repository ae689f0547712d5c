import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Random } from '../sync/simulation/random.ts'

const SECTOR = 512

type Write = { at: number; bytes: Uint8Array } | { size: number }
/** `flushed`: what is on the disk for certain. `pending`: what was written since. */
type Content = { flushed: Uint8Array; pending: Write[] }
type Names = Map<string, Content | null>
/** A change of names; `folder` is flushed to make it permanent. */
type Change = { folder: string; path: string; from?: string; content: Content | null }
type Callback = (error: NodeJS.ErrnoException | null) => void

type Disk = {
  /** Writes what a power cut at this moment may leave of the folder. */
  cut(to: string, random: Random): void
  /** Ends watching; later changes of the folder are not seen. */
  release(): void
}

/**
 * A disk that loses its power: watches the file system calls of this process below a folder, whose contents count as flushed. A cut leaves
 * what was flushed, and none, all, or a random part of the later writes, torn at sectors. Later changes of names are kept up to a random one, as by
 * the journal of a file system.
 *
 * `onChange` is called after each call that changes the folder.
 */
export function watchDisk(folder: string, onChange: () => void): Disk {
  const root = resolve(folder)
  const baseline = `${root}-before`
  fs.cpSync(root, baseline, { recursive: true })
  const contents = new Map<string, Content>()
  /** Names that are on the disk for certain, with null for removed ones; those that are missing here are as before. */
  const names: Names = new Map()
  let changes: Change[] = []
  const files = new Map<number, { path: string; content: Content | null }>()

  // Node's own functions call each other.
  let isReading = false
  const isInside = (path: PathLike): path is string => !isReading && typeof path === 'string' && path.startsWith(root + sep)
  function readNow(path: string): Uint8Array {
    isReading = true
    try {
      return fs.readFileSync(path)
    } finally {
      isReading = false
    }
  }
  function contentAt(path: string): Content {
    const known = contents.get(path)
    if (known) return known
    const content: Content = { flushed: readNow(path), pending: [] }
    contents.set(path, content)
    names.set(path, content)
    return content
  }
  function renamed(change: Omit<Change, 'folder'>): void {
    changes.push({ ...change, folder: dirname(change.path) })
    if (change.from) contents.delete(change.from)
    if (change.content) contents.set(change.path, change.content)
    else contents.delete(change.path)
    onChange()
  }
  function written(content: Content | null | undefined, write: Write): void {
    if (!content) return
    content.pending.push(write)
    onChange()
  }
  function flush(file: number): void {
    const found = files.get(file)
    if (found?.content) settle(found.content, found.content.pending.length)
    else if (found) keep(changes.findLastIndex((change) => change.folder === found.path) + 1)
  }
  function keep(count: number): void {
    for (const change of changes.slice(0, count)) applyTo(names, change)
    changes = changes.slice(count)
  }

  const original = { ...fs }
  const patches = {
    openSync(path: PathLike, ...given: [number]) {
      const file = original.openSync(path, ...given)
      if (isInside(path)) files.set(file, { path, content: fs.fstatSync(file).isDirectory() ? null : contentAt(path) })
      return file
    },
    closeSync(file: number) {
      files.delete(file)
      original.closeSync(file)
    },
    close(file: number, done: Callback) {
      files.delete(file)
      original.close(file, done)
    },
    writeSync(file: number, buffer: Int8Array, offset: number, length: number, at: number) {
      const size = original.writeSync(file, buffer, offset, length, at)
      const from = buffer.byteOffset + offset
      written(files.get(file)?.content, { at, bytes: new Uint8Array(buffer.buffer.slice(from, from + size) as ArrayBuffer) })
      return size
    },
    ftruncateSync(file: number, size: number) {
      original.ftruncateSync(file, size)
      written(files.get(file)?.content, { size })
    },
    truncateSync(path: PathLike, size: number) {
      const content = isInside(path) ? contentAt(path) : null
      original.truncateSync(path, size)
      written(content, { size })
    },
    writeFileSync(path: PathLike, data: string, options: object) {
      original.writeFileSync(path, data, options)
      if (isInside(path)) renamed({ path, content: { flushed: new Uint8Array(), pending: [] } })
    },
    renameSync(from: string, path: string) {
      const content = isInside(from) ? contentAt(from) : null
      original.renameSync(from, path)
      if (content) renamed({ path, from, content })
    },
    unlinkSync(path: string) {
      if (isInside(path)) contentAt(path)
      original.unlinkSync(path)
      if (isInside(path)) renamed({ path, content: null })
    },
    fsyncSync(file: number) {
      original.fsyncSync(file)
      flush(file)
    },
    fdatasyncSync(file: number) {
      original.fdatasyncSync(file)
      flush(file)
    },
    fdatasync(file: number, done: Callback) {
      const content = files.get(file)?.content
      const writes = content?.pending.slice() ?? []
      original.fdatasync(file, (error) => {
        // A second flush may have settled them in the meantime.
        if (content && !error) settle(content, content.pending.findLastIndex((write) => writes.includes(write)) + 1)
        done(error)
      })
    },
  }
  install(patches)
  return {
    cut(to, random) {
      fs.cpSync(baseline, to, { recursive: true })
      const left: Names = new Map(names)
      for (const change of changes.slice(0, random.between(0, changes.length))) applyTo(left, change)
      const share = random.pick([0, 1, 0.5, random.next()])
      for (const [path, content] of left) {
        const place = join(to, relative(root, path))
        if (content) original.writeFileSync(place, leftOf(content, random, share), { mode: 0o600 })
        else fs.rmSync(place, { force: true })
      }
    },
    release() {
      install(Object.fromEntries(Object.keys(patches).map((name) => [name, original[name as keyof typeof patches]])))
      fs.rmSync(baseline, { recursive: true })
    },
  }
}

function install(functions: object): void {
  Object.assign(fs, functions)
  syncBuiltinESMExports()
}

function applyTo(names: Names, { path, from, content }: Change): void {
  if (from) names.set(from, null)
  names.set(path, content)
}

function settle(content: Content, count: number): void {
  for (const write of content.pending.splice(0, count)) content.flushed = withWrite(content.flushed, write)
}

function withWrite(bytes: Uint8Array, write: Write): Uint8Array {
  if ('size' in write) return resized(bytes, write.size)
  const wide = resized(bytes, Math.max(bytes.length, write.at + write.bytes.length))
  wide.set(write.bytes, write.at)
  return wide
}

function resized(bytes: Uint8Array, size: number): Uint8Array {
  if (size === bytes.length) return bytes
  if (size < bytes.length) return bytes.slice(0, size)
  const wide = new Uint8Array(size)
  wide.set(bytes)
  return wide
}

/** The content after a cut: each sector that was written later is kept with this probability. */
function leftOf({ flushed, pending }: Content, random: Random, share: number): Uint8Array {
  let bytes: Uint8Array = flushed.slice()
  for (const write of pending) {
    if ('size' in write) {
      if (random.chance(share)) bytes = withWrite(bytes, write)
      continue
    }
    for (let from = 0; from < write.bytes.length; ) {
      const until = Math.min(write.bytes.length, from + SECTOR - ((write.at + from) % SECTOR))
      if (random.chance(share)) bytes = withWrite(bytes, { at: write.at + from, bytes: write.bytes.subarray(from, until) })
      from = until
    }
  }
  return bytes
}
