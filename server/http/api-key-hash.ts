import { createHash } from 'node:crypto'

/** How the keys of outside systems begin, so that people and programs know one where they see it. */
export const KEY_PREFIX = 'rk_'

/** What is kept of a key: it is long and of chance, so that nobody finds it again by trying. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('base64url')
