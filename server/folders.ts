import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program's folder: the nearest one above this file with a package.json, in the source or in a build. */
const PROGRAM = rootAbove(dirname(fileURLToPath(import.meta.url)))

function rootAbove(folder: string): string {
  const above = dirname(folder)
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above)
}

/** The path of a program file, which is the same in the source and in a build. */
export const inProgram = (...path: readonly string[]): string => join(PROGRAM, ...path)

/** The output of the build. */
export const BUILT = join(PROGRAM, 'dist')

/** The server as a single file. */
export const BUILT_SERVER = join(BUILT, 'server', 'main.js')

/** The commands and the worker of the demo, each as a file for Node. */
export const BUILT_COMMANDS = join(BUILT, 'commands')

/** The built app. */
export const BUILT_APP = join(BUILT, 'app')

/** A file that is also part of the app: from the source if it exists, else from the build. */
export const shipped = (source: 'src' | 'public', ...path: readonly string[]): string => {
  const fromSource = join(PROGRAM, source, ...path)
  return existsSync(fromSource) ? fromSource : join(BUILT_APP, ...path)
}
