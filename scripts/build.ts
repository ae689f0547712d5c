import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as viteBuild } from 'vite'
import { prepareDatabase } from '../server/db/prepared.ts'
import { BUILT_SERVER } from '../server/folders.ts'
import type { Part } from './ensure-built.ts'

const OUT = 'dist/app'
const COMPRESSED = /\.(js|mjs|css|html|svg|json|ttf|webmanifest)$/

/** Compression pays off above this size in bytes; the largest files use a lower level. */
const SMALLEST = 1_024
const LARGE = 500_000

type LogLevel = 'info' | 'warn'

/** Builds parts of the product from the current sources. */
export async function build(parts: readonly Part[], logLevel: LogLevel = 'warn'): Promise<void> {
  const { NODE_ENV } = process.env
  for (const part of parts) await (part === 'app' ? viteBuild({ logLevel }) : buildServer(logLevel))
  // Vite sets NODE_ENV to production; later code in this process must not see that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  await Promise.all([parts.includes('app') && compressApp(), parts.includes('server') && prepareDatabase()])
}

/** Bundles the server into one file, because loading it is much faster than loading six hundred. */
const buildServer = (logLevel: LogLevel) =>
  viteBuild({
    configFile: false,
    logLevel,
    publicDir: false,
    build: {
      ssr: 'server/main.ts',
      outDir: dirname(BUILT_SERVER),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { output: { entryFileNames: basename(BUILT_SERVER) } },
    },
  })

/** Compresses the app's files once instead of in every request. */
async function compressApp(): Promise<void> {
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

if (import.meta.filename === process.argv[1]) await build(['app', 'server'], 'info')
