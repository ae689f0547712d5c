import { pathToFileURL } from 'node:url'
import { argumentsOf } from '../server/cli/arguments.ts'
import { BUILT_SERVER } from '../server/folders.ts'
import { ensureBuilt, isThere, PARTS } from './ensure-built.ts'

argumentsOf('npm start\n  Takes no arguments. All settings are environment variables, such as PORT: see README.md.', {})

// Builds what is missing in a fresh checkout, or outdated in a changed one.
if (process.env.NODE_ENV !== 'production' || !isThere())
  await ensureBuilt(PARTS, () => console.log('Building, once.')).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
process.setSourceMapsEnabled(true)
await import(pathToFileURL(BUILT_SERVER).href)
