import { getSession } from '#app/data/device.ts'
import { machineWithToken } from '#app/data/machines.ts'
import type { Machine } from '#contract/machines.ts'
import { machineByToken } from '#contract/machines.ts'
import { readSticker } from '#domain/machines/sticker-address.ts'
import { call } from '#offline/api-client.ts'

/** The result of a scanned or typed text. */
export type Scanned =
  | { state: 'found'; machine: Machine }
  /** A sticker of a machine that this user cannot see. */
  | { state: 'unknown' }
  /** A foreign address: another installation's sticker, or no sticker. */
  | { state: 'foreign'; host: string }
  | { state: 'not-a-sticker' }
  /** A scanned code without an address, for example of a Wi-Fi network. */
  | { state: 'no-address' }
  /** Unknown to this device, and the server is unreachable. */
  | { state: 'unreachable' | 'failed' }

/** Finds the machine of a sticker: on this device first, then on the server. */
export async function findScanned(text: string): Promise<Scanned> {
  const read = readSticker(text)
  if (read.kind === 'nothing') return { state: 'not-a-sticker' }
  if (read.kind === 'other-address') return { state: 'foreign', host: read.host }
  const known = await machineWithToken(read.token)
  if (known) return { state: 'found', machine: known }
  const lookup = await fetchMachine(read.token)
  const isForeign = lookup.state === 'unknown' && read.host !== null && read.host !== location.host
  return isForeign ? { state: 'foreign', host: read.host ?? '' } : lookup
}

async function fetchMachine(token: string): Promise<Scanned> {
  const answer = await call(machineByToken, { params: { token } }, { timeoutMs: 8_000 })
  if (answer.state === 'refused') return { state: 'unknown' }
  if (answer.state !== 'answered')
    return { state: answer.state === 'unreachable' && answer.status === undefined ? 'unreachable' : 'failed' }
  // Assigned a moment ago: its slots arrive with the next sync, and the next screen reads them locally.
  const { engine } = getSession()
  engine.wake('requested')
  await engine.idle()
  return { state: 'found', machine: (await machineWithToken(token)) ?? answer.value }
}
