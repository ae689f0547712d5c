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
