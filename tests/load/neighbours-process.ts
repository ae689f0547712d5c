import { Agent, type ClientRequest, get } from 'node:http'
import { openLine } from './line.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import type { NeighbourResult, Order } from './neighbours.ts'

/** Screens that listen and devices that send events, in a separate process, so that the measured clients do not wait for them. */
let result: NeighbourResult = { sales: 0, sent: 0, refused: 0, errors: [], received: 0, streamsLost: 0 }
let isOver = false

/** A device stores events without an acknowledgement and sends them with the next ones. */
type Device = Neighbourhood['devices'][number] & { address: string; waiting: unknown[]; count: number; isSending: boolean }

/** Events per message if many are pending. */
const AT_ONCE = 100

function live(port: number, neighbourhood: Neighbourhood) {
  const line = openLine(port)
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const devices = neighbourhood.devices.map(
    (device, index): Device => ({
      ...device,
      address: `10.${200 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`,
      waiting: [],
      count: 0,
      isSending: false,
    }),
  )
  const streams: ClientRequest[] = []
  /** A client that got a 503 retries, as the app does. */
  const listen = ({ channel, token }: Neighbourhood['streams'][number], index: number) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.${210 + (index >> 8)}.0.${index & 255}` }
    const lost = () => {
      if (!isOver) result.streamsLost++
    }
    streams[index] = get({ agent, host: '127.0.0.1', port, path: `/api/channels/${channel}`, headers }, (answer) => {
      if (answer.statusCode === 503) {
        answer.resume()
        setTimeout(() => listen({ channel, token }, index), 1_000)
        return
      }
      if (answer.statusCode !== 200) lost()
      answer.on('data', (chunk: Buffer) => {
        result.received += chunk.toString().split('\nevent: on-event').length - 1
      })
      answer.on('close', lost)
    }).on('error', lost)
  }
  for (const [index, stream] of neighbourhood.streams.entries()) setTimeout(() => listen(stream, index), index * 10)

  const send = async (device: Device) => {
    const events = device.waiting.slice(0, AT_ONCE)
    if (events.length === 0 || device.isSending) return
    device.isSending = true
    const { status, body } = await line.ask({
      method: 'POST',
      path: `/telemetry/${device.imei}/events`,
      headers: { authorization: device.authorization, 'x-forwarded-for': device.address, 'content-type': 'application/json' },
      body: JSON.stringify(events),
    })
    device.isSending = false
    result.sent++
    if (status === 200) device.waiting.splice(0, events.length)
    else if (status === 503) result.refused++
    else result.errors.push(`a device was answered ${status} ${body.slice(0, 200)}`)
  }

  const sell = (device: Device) => {
    result.sales++
    device.waiting.push({
      id: `1-${++device.count}`,
      type: 'VEND',
      at: new Date().toISOString(),
      selection: '1',
      price: 1.5,
      method: 'CASH',
    })
    void send(device)
  }

  let [perSecond, due, last, turn] = [0, 0, performance.now(), 0]
  setInterval(() => {
    const now = performance.now()
    due += ((now - last) * perSecond) / 1000
    last = now
    for (; due >= 1; due--) {
      const device = devices[turn++ % devices.length]
      if (device) sell(device)
    }
  }, 5)

  return {
    pace: (messages: number) => {
      perSecond = messages
      result = { ...result, sent: 0, refused: 0, received: 0 }
    },
    end: async () => {
      perSecond = 0
      for (let open = devices; open.length > 0 && result.errors.length === 0; ) {
        for (const device of open) await send(device)
        // Pending responses arrive meanwhile.
        await new Promise((later) => setTimeout(later, 20))
        open = devices.filter(({ waiting, isSending }) => waiting.length > 0 || isSending)
      }
      isOver = true
      for (const stream of streams) stream.destroy()
      line.hangUp()
    },
  }
}

let neighbours: ReturnType<typeof live> | undefined
process.on('message', async (order: Order) => {
  if ('port' in order) neighbours = live(order.port, order.neighbourhood)
  else if ('perSecond' in order) {
    process.send?.(result)
    neighbours?.pace(order.perSecond)
  } else {
    await neighbours?.end()
    process.send?.(result)
  }
})
process.on('disconnect', () => process.exit())
