import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// A worker reads TypeScript no better than Node does.
register()
const { storiesOf } = await import('./stories.ts')

const stories = storiesOf(workerData)
parentPort?.on('message', () => parentPort?.postMessage(stories.next()))
