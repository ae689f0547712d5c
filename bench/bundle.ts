import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))

/** Bundles scripts of this folder for a browser, each into one file of the same name. */
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

/** Installs the products to compare with on first use, at the locked versions. */
export function ensurePeers(): void {
  const peers = join(here, 'peers')
  if (existsSync(join(peers, 'node_modules', '.package-lock.json'))) return
  console.error('Installing the peers of the benchmark.')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--prefix', peers], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('npm ci in bench/peers failed')
}
