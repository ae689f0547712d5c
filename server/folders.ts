import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the program lies: the nearest folder above this file with a package.json, whether it runs from source or from a build. */
const PROGRAM = rootAbove(dirname(fileURLToPath(import.meta.url)))

function rootAbove(folder: string): string {
  const above = dirname(folder)
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above)
}

/** A file of the program, by where it lies in the sources: it lies there for a build too. */
export const inProgram = (...path: readonly string[]): string => join(PROGRAM, ...path)

/** What the build makes. */
export const BUILT = join(PROGRAM, 'dist')

/** The server in one file. */
export const BUILT_SERVER = join(BUILT, 'server', 'main.js')

/** The app as the build left it. */
export const BUILT_APP = join(BUILT, 'app')

/** A file that the app ships too: taken from the source where that is at hand, else from the build. */
export const shipped = (source: 'src' | 'public', ...path: readonly string[]): string => {
  const fromSource = join(PROGRAM, source, ...path)
  return existsSync(fromSource) ? fromSource : join(BUILT_APP, ...path)
}
