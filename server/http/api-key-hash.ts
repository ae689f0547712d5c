import { createHash } from 'node:crypto'

/** The prefix by which people and secret scanners recognize an API key. */
export const KEY_PREFIX = 'rk_'

/** The stored form of a key. A plain hash is enough because keys are long and random. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('base64url')
