import { createInterface } from 'node:readline'
import { lockDataDirectory } from '../../server/db/lock-file.ts'

// A process that takes the lock of each folder it is told, at the moment it is told, and says what came of it. It keeps what it got
// until it ends.
console.log('ready')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { folder, at } = JSON.parse(line) as { folder: string; at: number }
  // Not asleep, so that several are at it within the same microseconds.
  while (Date.now() < at);
  const lock = lockDataDirectory(folder)
  console.log('heldBy' in lock ? `refused ${lock.heldBy.pid}` : 'release' in lock ? 'held' : lock.wrong)
})
