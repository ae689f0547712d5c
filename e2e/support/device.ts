import { toIso } from '#domain/time.ts'
import type { Caller } from './office.ts'

/** A device in a machine, which exchanges the claim code shown to its owner for a key. */
export async function aMachinesDevice(url: string, imei: string, code: string) {
  const at = `${url}/api/telemetry/${imei}`
  const json = { 'content-type': 'application/json' }
  const claimed = await fetch(`${at}/claim`, { method: 'POST', headers: json, body: JSON.stringify({ code }) })
  if (!claimed.ok) throw new Error(`the device cannot be claimed: ${claimed.status} ${await claimed.text()}`)
  const { data } = (await claimed.json()) as { data: { key: string } }
  const authorization = `Bearer ${data.key}`
  return {
    commands: async () => {
      const answer = await fetch(`${at}/commands`, { headers: { authorization } })
      return ((await answer.json()) as { data: { id: string; kind: string; payload: unknown }[] }).data
    },
    done: (id: string) =>
      fetch(`${at}/commands/${id}/ack`, { method: 'POST', headers: { authorization, ...json }, body: JSON.stringify({ outcome: 'done' }) }),
  }
}

/** Sends events as the device of a machine, with a claimed key. */
export async function eventsOf(url: string, manager: Caller, machineId: number) {
  const [at] = await manager.ask<{ imei: string }[]>('GET', `/machines/${machineId}/devices`)
  const devices = await manager.ask<{ id: number; imei: string }[]>('GET', '/devices?size=200')
  const device = devices.find(({ imei }) => imei === at?.imei)
  const { claimCode } = await manager.ask<{ claimCode: string }>('PATCH', `/devices/${device?.id}`, { newClaimCode: true })
  const { key } = await manager.ask<{ key: string }>('POST', `/telemetry/${at?.imei}/claim`, { code: claimCode })
  let sent = 0
  return async (event: Readonly<Record<string, unknown>>) => {
    const answer = await fetch(`${url}/api/telemetry/${at?.imei}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ id: `event-${++sent}`, at: toIso(Date.now()), ...event }]),
    })
    if (!answer.ok) throw new Error(`the event was not accepted: ${answer.status} ${await answer.text()}`)
  }
}
