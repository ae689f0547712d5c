import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the program lies: the nearest folder above this file with a package.json, whether it runs from source or from a build. */
const PROGRAM = rootAbove(dirname(fileURLToPath(import.meta.url)))

function rootAbove(folder: string): string {
  const above = dirname(folder)
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above)
}

/** What the build makes. */
export const BUILT = join(PROGRAM, 'dist')

/** The app as the build left it. */
export const BUILT_APP = join(BUILT, 'app')

/** A file that the app ships too: taken from the source where that is at hand, else from the build. */
export const shipped = (source: 'src' | 'public', ...path: readonly string[]): string => {
  const fromSource = join(PROGRAM, source, ...path)
  return existsSync(fromSource) ? fromSource : join(BUILT_APP, ...path)
}
