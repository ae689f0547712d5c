import { queryOptions } from '@tanstack/react-query'
import * as debugging from '#contract/debugger.ts'
import * as contract from '#contract/devices.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { OperationId } from '#domain/ids.ts'
import type { DeviceVendor } from '#domain/machines/device.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const AT_ONCE = 200

/** All devices of the company. */
export const devices = () =>
  queryOptions({
    queryKey: ['devices'],
    meta: { asks: ['devices'] },
    retry: false,
    queryFn: async (): Promise<contract.Device[]> => {
      const found: contract.Device[] = []
      for (let page = 0; ; page++) {
        const answer = await call(contract.listDevices, { query: { page: String(page), size: String(AT_ONCE) } }, PATIENCE)
        if (answer.state !== 'answered') throw new NotAnswered(answer)
        found.push(...answer.value.items)
        if (!answer.value.pageDetails.hasNext) return found
      }
    },
  })

/** The typed fields of a device; empty means none. */
export type DeviceWords = { vendor: DeviceVendor; imei: string; msisdn: string; apnName: string }

const sim = ({ msisdn, apnName }: Pick<DeviceWords, 'msisdn' | 'apnName'>) => ({
  msisdn: msisdn.trim() || null,
  apnName: apnName.trim() || null,
})

/** Keys of requests without a response: the same request reuses its key, and its claim code is still returned. */
const unanswered = new Map<string, OperationId>()

async function sendOnce<E extends Endpoint>(endpoint: E, request: RequestOf<E>) {
  const said = JSON.stringify([endpoint.name, request])
  const key = unanswered.get(said) ?? getSession().device.newId()
  unanswered.set(said, key)
  const answer = await call(endpoint, request, { ...PATIENCE, headers: { 'idempotency-key': key } })
  if (answer.state === 'answered' || answer.state === 'refused') unanswered.delete(said)
  return answer
}

export const addDevice = ({ vendor, imei, ...rest }: DeviceWords) =>
  sendOnce(contract.addDevice, { body: { vendor, imei: imei.trim(), ...sim(rest) } })
/** An unchanged number is not sent, because it cannot change once a device has its key. */
export const changeDevice = ({ id, imei: before }: contract.Device, { imei, ...words }: Pick<DeviceWords, 'imei' | 'msisdn' | 'apnName'>) =>
  sendOnce(contract.changeDevice, {
    params: { id: String(id) },
    body: { ...(imei.trim() !== before && { imei: imei.trim() }), ...sim(words) },
  })
/** Revokes the device's key; it needs the new code. */
export const newClaimCode = (id: number) => sendOnce(contract.changeDevice, { params: { id: String(id) }, body: { newClaimCode: true } })

const WATCHED_MS = 5 * SECOND

/** A device as the debugger shows it; refetched while a command is in progress. */
export const deviceDetails = (imei: string) =>
  queryOptions({
    queryKey: ['debugger', imei],
    meta: { asks: ['devices'] },
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'answered' && data.value.commands.some(({ state }) => state === 'queued' || state === 'sent') ? WATCHED_MS : false,
    queryFn: () => call(debugging.deviceDetails, { params: { imei } }, PATIENCE),
  })

export const sendCommand = (imei: string, value: debugging.DebugCommand) =>
  call(
    debugging.sendCommand,
    { params: { imei }, body: { command: 'SMS', dataItems: [{ type: 'STRING', value }] } },
    { ...PATIENCE, headers: { 'idempotency-key': getSession().device.newId() } },
  )
