import { createServer, type Server } from 'node:net'

/** Below the ephemeral ports of Linux, macOS and Windows, so that no outgoing connection can take one. */
const FIRST = 20_000
const BLOCKS = 120
const BLOCK_SIZE = 100

let block: Promise<number> | undefined
let taken = 0

/**
 * A port on 127.0.0.1 that no other process of a test run gets while this process lives, even while nothing listens on it. Each process
 * owns a block of ports: it listens on the first one for its whole life, so the kernel frees the block when it ends.
 */
export async function takePort(): Promise<number> {
  block ??= takeBlock()
  const first = await block
  for (let attempt = 1; attempt < BLOCK_SIZE; attempt++) {
    const port = first + 1 + (taken++ % (BLOCK_SIZE - 1))
    const server = await tryToListen(port)
    if (!server) continue
    await new Promise((closed) => server.close(closed))
    return port
  }
  throw new Error(`All ports from ${first + 1} to ${first + BLOCK_SIZE - 1} are in use.`)
}

async function takeBlock(): Promise<number> {
  for (let attempt = 0; attempt < BLOCKS; attempt++) {
    const port = FIRST + ((process.pid + attempt) % BLOCKS) * BLOCK_SIZE
    const lock = await tryToListen(port)
    if (!lock) continue
    lock.unref()
    return port
  }
  throw new Error(`No free block of ports from ${FIRST} to ${FIRST + BLOCKS * BLOCK_SIZE}.`)
}

const tryToListen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(undefined)).listen(port, '127.0.0.1', () => resolve(server))
  })
