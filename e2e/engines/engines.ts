import { firefox } from './firefox.ts'
import type { Engine } from './hands.ts'
import { webkit } from './webkit.ts'

/** Beside Chromium, which every other journey runs in. */
export const ENGINES: Record<string, Engine> = { firefox, webkit }
