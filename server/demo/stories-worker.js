import { register } from 'tsx/esm/api'

// For a server that runs from its sources: Node does not load TypeScript in workers without a loader.
register()
await import('./stories-worker.ts')
