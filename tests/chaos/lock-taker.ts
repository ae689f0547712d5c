import { createInterface } from 'node:readline'
import { lockDataDirectory } from '../../server/db/lock-file.ts'

// A process that takes the lock of each given folder at the given moment and prints the result. It holds its locks until it ends.
console.log('ready')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { folder, at } = JSON.parse(line) as { folder: string; at: number }
  // Busy-waits, so that several processes try within the same microseconds.
  while (Date.now() < at);
  const lock = lockDataDirectory(folder)
  console.log('heldBy' in lock ? `refused ${lock.heldBy.pid}` : 'release' in lock ? 'held' : lock.wrong)
})
