import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as viteBuild } from 'vite'
import { prepareDatabase } from '../server/db/prepared.ts'
import { BUILT_COMMANDS, BUILT_SERVER } from '../server/folders.ts'
import { PARTS, type Part } from './ensure-built.ts'

const OUT = 'dist/app'
const COMPRESSED = /\.(js|mjs|css|html|svg|json|ttf|webmanifest)$/

/** Compression pays off above this size in bytes; the largest files use a lower level. */
const SMALLEST = 1_024
const LARGE = 500_000

type LogLevel = 'info' | 'warn'

/** Builds parts of the product from the current sources. */
export async function build(parts: readonly Part[], logLevel: LogLevel = 'warn'): Promise<void> {
  const { NODE_ENV } = process.env
  for (const part of parts) {
    if (part === 'app') {
      await viteBuild({ logLevel })
      await copyApiReference()
    } else {
      await buildServer(logLevel)
      await buildCommands(logLevel)
    }
  }
  // Vite sets NODE_ENV to production; later code in this process must not see that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  await Promise.all([parts.includes('app') && compressApp(), parts.includes('server') && prepareDatabase()])
}

/** The files that the page `/api/docs` loads. The service worker does not cache them. */
async function copyApiReference(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    await copyFile(resolve(`swagger-ui-dist/${file}`), join(OUT, 'api-reference', file))
}

/** Bundles the server into one file, because loading it is much faster than loading six hundred. */
const buildServer = (logLevel: LogLevel) =>
  buildForNode(logLevel, dirname(BUILT_SERVER), { [basename(BUILT_SERVER, '.js')]: 'server/main.ts' })

/** What an installation without the sources and build tools runs beside the server. */
const COMMANDS = [
  'scripts/backup',
  'scripts/restore',
  'scripts/self-check',
  'scripts/give-role',
  'scripts/move-photos',
  'scripts/move-to',
  'server/demo/stories-worker',
]
const buildCommands = (logLevel: LogLevel) =>
  buildForNode(logLevel, BUILT_COMMANDS, Object.fromEntries(COMMANDS.map((path) => [basename(path), `${path}.ts`])))

const buildForNode = (logLevel: LogLevel, outDir: string, input: Record<string, string>) =>
  viteBuild({
    configFile: false,
    logLevel,
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
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

if (import.meta.filename === process.argv[1]) {
  const { values, positionals } = parseArgs({ options: { quiet: { type: 'boolean' } }, allowPositionals: true })
  const parts = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part))
  await build(parts, values.quiet ? 'warn' : 'info')
}
