import type { Machine } from '#contract/machines.ts'
import { machineByToken } from '#contract/machines.ts'
import { readSticker } from '#domain/machines/sticker-address.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { machineWithToken } from './machines.ts'

/** What became of a scanned or typed text. */
export type Scanned =
  | { state: 'found'; machine: Machine }
  /** A sticker, but of no machine that this person sees. */
  | { state: 'unknown' }
  /** An address of somebody else: another installation's sticker, or no sticker at all. */
  | { state: 'foreign'; host: string }
  | { state: 'not-a-sticker' }
  /** A scanned code that holds no address at all: of a Wi-Fi network, for instance. */
  | { state: 'no-address' }
  /** This device does not know it, and the server cannot be asked now. */
  | { state: 'unreachable' | 'failed' }

/** Finds the machine of a sticker: on this device first, then with the server. */
export async function findScanned(text: string): Promise<Scanned> {
  const read = readSticker(text)
  if (read.kind === 'nothing') return { state: 'not-a-sticker' }
  if (read.kind === 'other-address') return { state: 'foreign', host: read.host }
  const known = await machineWithToken(read.token)
  if (known) return { state: 'found', machine: known }
  const asked = await askForMachine(read.token)
  const isForeign = asked.state === 'unknown' && read.host !== null && read.host !== location.host
  return isForeign ? { state: 'foreign', host: read.host ?? '' } : asked
}

async function askForMachine(token: string): Promise<Scanned> {
  const answer = await call(machineByToken, { params: { token } }, { timeoutMs: 8_000 })
  if (answer.state === 'refused') return { state: 'unknown' }
  if (answer.state !== 'answered')
    return { state: answer.state === 'unreachable' && answer.status === undefined ? 'unreachable' : 'failed' }
  // Assigned a moment ago: its slots come with the next round, and the screen that opens reads them here.
  const { engine } = getSession()
  engine.wake('asked')
  await engine.idle()
  return { state: 'found', machine: (await machineWithToken(token)) ?? answer.value }
}
