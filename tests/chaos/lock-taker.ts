import { createInterface } from 'node:readline'
import { lockDataDirectory } from '../../server/database/lock-file.ts'

// A process that takes the lock of each folder it is told, and says what came of it. It keeps what it got until it ends.
console.log('ready')
createInterface({ input: process.stdin }).on('line', (folder) => {
  const lock = lockDataDirectory(folder)
  console.log('heldBy' in lock ? `refused ${lock.heldBy.pid}` : 'held')
})
