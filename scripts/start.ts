import { existsSync } from 'node:fs'
import { BUILT, isBuilt } from './is-built.ts'

// A fresh checkout has no built app, and a changed one has an old one.
if (process.env.NODE_ENV !== 'production' || !existsSync(BUILT)) {
  if (!(await isBuilt())) {
    console.log('Building the app, once.')
    const { buildApp } = await import('./build.ts')
    await buildApp()
  }
}
await import('../server/main.ts')
