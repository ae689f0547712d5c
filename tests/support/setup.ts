import fc from 'fast-check'
import { seed } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

/** The default of one second is too short for a busy machine. Only files with a DOM pay for loading the library. */
const ASYNC_UTIL_TIMEOUT = 50_000

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: ASYNC_UTIL_TIMEOUT })
}
