import { parentPort, workerData } from 'node:worker_threads'
import { storiesOf } from './stories.ts'

const stories = storiesOf(workerData)
parentPort?.on('message', () => parentPort?.postMessage(stories.next()))
