import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))

/** Builds scripts of this folder for a browser, each into one file of its own name. */
export async function bundle(scripts: Record<string, string>, outDir: string): Promise<void> {
  for (const [name, path] of Object.entries(scripts)) {
    await build({
      configFile: false,
      root: here,
      logLevel: 'error',
      define: { __APP_VERSION__: '"0.0.0"', 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: false,
        chunkSizeWarningLimit: 5_000,
        rolldownOptions: {
          input: { [name]: join(here, path) },
          output: { codeSplitting: false, entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
        },
      },
    })
  }
}

/** What others' products need is installed when it is first measured against, exactly as locked. */
export function ensurePeers(): void {
  const peers = join(here, 'peers')
  if (existsSync(join(peers, 'node_modules', '.package-lock.json'))) return
  console.error('Installing what is measured against, once.')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--prefix', peers], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The peers of the benchmark could not be installed (npm ci in bench/peers).')
}
