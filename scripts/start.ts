import { existsSync } from 'node:fs'
import { BUILT, isBuilt } from './is-built.ts'

// A fresh checkout has no built app, and a changed one has an old one.
if (process.env.NODE_ENV !== 'production' || !existsSync(BUILT)) {
  if (!(await isBuilt())) {
    console.log('Building the app, once.')
    const { buildAll } = await import('./build.ts')
    await buildAll()
  }
}
await import('../server/main.ts')
