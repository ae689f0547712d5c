import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { prepareDatabase } from '../server/database/prepared.ts'

const OUT = 'dist/app'
const COMPRESSED = /\.(js|mjs|css|html|svg|json|ttf|webmanifest)$/

/** Worth the bytes and the time: small files gain nothing, and the largest are not pressed to the last byte. */
const SMALLEST = 1_024
const LARGE = 500_000

/** Builds the app into dist/app and compresses what the server sends, once instead of at every request. */
export async function buildApp(logLevel: 'info' | 'warn' = 'warn'): Promise<void> {
  const { NODE_ENV } = process.env
  await build({ logLevel })
  // The build calls its own environment production; what runs after it in this process is not meant.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  const files = (await readdir(OUT, { recursive: true })).filter((file) => COMPRESSED.test(file)).map((file) => join(OUT, file))
  await Promise.all(files.map(compress))
}

async function compress(file: string): Promise<void> {
  const { size } = await stat(file)
  if (size < SMALLEST) return
  const bytes = await readFile(file)
  const quality = size > LARGE ? 6 : 11
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/** All that a server needs beside its sources. */
export async function buildAll(logLevel?: 'info' | 'warn'): Promise<void> {
  await Promise.all([buildApp(logLevel), prepareDatabase()])
}

if (import.meta.filename === process.argv[1]) await buildAll('info')
