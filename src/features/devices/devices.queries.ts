import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { clockOffset } from '#app/data/clock-offset.ts'
import { live } from '#app/data/local-query.ts'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as debugging from '#contract/debugger.ts'
import * as contract from '#contract/devices.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

/** The whole list is fetched in requests of this size. */
export const DEVICES_A_REQUEST = 200

/** All devices of the company. */
export const devices = () =>
  queryOptions({
    queryKey: ['devices'],
    meta: { topics: ['devices', 'alerts'] },
    // A heartbeat without a change publishes no event.
    refetchInterval: 30 * SECOND,
    retry: false,
    queryFn: async (): Promise<contract.Device[]> => {
      const found: contract.Device[] = []
      for (let page = 0; ; page++) {
        const query = { page: String(page), size: String(DEVICES_A_REQUEST) }
        const { items, pageDetails } = await answered(call(contract.listDevices, { query }, TIMEOUT))
        found.push(...items)
        if (!pageDetails.hasNext) return found
      }
    },
  })

export const serverOffset = () => queryOptions({ queryKey: ['clockOffset'], queryFn: live(clockOffset) })

type NewDevice = NonNullable<RequestOf<typeof contract.addDevice>['body']>
type DeviceChange = NonNullable<RequestOf<typeof contract.changeDevice>['body']>

const meta = { invalidates: [['devices'], ['freeDevices']] }

export const addDevice = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<NewDevice>) => answered(call(contract.addDevice, { body }, keyed(key))),
})

/** A new claim code revokes the key of the device. */
export const changeDevice = mutationOptions({
  meta,
  mutationFn: ({ id, key, ...body }: Keyed<{ id: number } & DeviceChange>) =>
    answered(call(contract.changeDevice, { params: { id: String(id) }, body }, keyed(key))),
})

const WATCHED_MS = 5 * SECOND

/** A device as the debugger shows it; refetched while a command is in progress. */
export const deviceDetails = (imei: string) =>
  queryOptions({
    queryKey: ['debugger', imei],
    meta: { topics: ['devices'] },
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'answered' && data.value.commands.some(({ state }) => state === 'queued' || state === 'sent') ? WATCHED_MS : false,
    queryFn: () => call(debugging.deviceDetails, { params: { imei } }, TIMEOUT),
  })

export const sendCommand = mutationOptions({
  meta: { invalidates: [['debugger']] },
  mutationFn: ({ imei, value, key }: Keyed<{ imei: string; value: debugging.DebugCommand }>) => {
    const dataItems = [{ type: 'STRING' as const, value }]
    return answered(call(debugging.sendCommand, { params: { imei }, body: { command: 'SMS', dataItems } }, keyed(key)))
  },
})
