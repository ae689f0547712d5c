import { firefox } from './firefox.ts'
import type { Engine } from './hands.ts'
import { webkit } from './webkit.ts'

/** In addition to Chromium, which runs all other e2e tests. */
export const ENGINES: Record<string, Engine> = { firefox, webkit }
