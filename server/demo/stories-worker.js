import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// Node does not load TypeScript in workers without a loader.
register()
const { storiesOf } = await import('./stories.ts')

const stories = storiesOf(workerData)
parentPort?.on('message', () => parentPort?.postMessage(stories.next()))
