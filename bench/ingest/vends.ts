import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { hashToken } from '../../server/http/authenticate.ts'
import type { Line } from '../../tests/load/line.ts'

export const EVENTS = 1_000
/** Duplicates per thousand, as after a lost response. */
export const AGAIN = 30

/** `boot`: part of the ids of its events, which differ in each run. `sent`: the number of its last event. */
type VendingDevice = { imei: string; key: string; slots: string[]; boot: number; sent: number }

/** Devices of snack machines of a company, with new keys. */
export async function devicesIn(client: Client, company: number, count: number): Promise<VendingDevice[]> {
  const { rows } = await client.query<{ id: string; imei: string; slots: string[] }>(
    `select d.id, d.imei, (select array_agg(s.slot_number) from slots s where s.company_id = d.company_id and s.machine_id = d.machine_id) as slots
     from devices d join machines m on m.company_id = d.company_id and m.id = d.machine_id and m.type = 'SNACK'
     where d.company_id = $1 order by d.id limit $2`,
    [company, count],
  )
  const devices: VendingDevice[] = []
  for (const { id, imei, slots } of rows) {
    const key = randomBytes(32).toString('base64url')
    await client.query('update devices set key_hash = $2 where id = $1', [id, hashToken(key)])
    devices.push({ imei, key, slots, boot: Date.now(), sent: 0 })
  }
  return devices
}

/** Sends messages of `EVENTS` vends, from all devices at once. Returns accepted vends per second. */
export async function sendVends(line: Line, devices: readonly VendingDevice[], messages: number): Promise<number> {
  const bodies = devices.map((device) => Array.from({ length: messages / devices.length }, () => messageOf(device)))
  const begun = performance.now()
  const accepted = await Promise.all(
    devices.map(async ({ imei, key }, index) => {
      let count = 0
      for (const body of bodies[index] ?? []) {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const answer = await line.ask({ method: 'POST', path: `/telemetry/${imei}/events`, headers, body })
        if (answer.status !== 200) throw new Error(`a message returned ${answer.status} ${answer.body}`)
        count += JSON.parse(answer.body).data.accepted
      }
      return count
    }),
  )
  const total = accepted.reduce((sum, count) => sum + count, 0)
  if (total < messages * (EVENTS - AGAIN)) throw new Error(`only ${total} vends were new`)
  return (total * 1_000) / (performance.now() - begun)
}

function messageOf(device: VendingDevice): string {
  const from = Math.max(0, device.sent - AGAIN)
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const number = from + index
    return {
      id: `${device.boot}-${number}`,
      type: 'VEND',
      at: new Date(Date.now() - 3_600_000 + number).toISOString(),
      selection: device.slots[number % device.slots.length],
      price: 1.5,
      method: number % 2 === 0 ? 'CASH' : 'CASHLESS_1',
    }
  })
  device.sent = from + EVENTS
  return JSON.stringify({ sentAt: new Date().toISOString(), events })
}
