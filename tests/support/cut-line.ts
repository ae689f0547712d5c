import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A connection to a port of this machine that counts the bytes sent to it, and breaks once after `cutAfter` of them. */
export async function cutLine(port: number, cutAfter: number) {
  let sent = 0
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    upstream.pipe(client)
    client.on('data', (data) => {
      const left = isCut ? Number.POSITIVE_INFINITY : cutAfter - sent
      if (data.length < left) {
        sent += data.length
        upstream.write(data)
        return
      }
      isCut = true
      sent += left
      upstream.write(data.subarray(0, left), () => client.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    isCut: () => isCut,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
