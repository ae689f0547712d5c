import { pathToFileURL } from 'node:url'
import { BUILT_SERVER } from '../server/folders.ts'
import { ensureBuilt, isThere, PARTS } from './ensure-built.ts'

// Builds what is missing in a fresh checkout, or outdated in a changed one.
if (process.env.NODE_ENV !== 'production' || !isThere())
  await ensureBuilt(PARTS, () => console.log('Building, once.')).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
process.setSourceMapsEnabled(true)
await import(pathToFileURL(BUILT_SERVER).href)
