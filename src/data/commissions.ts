import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/commissions.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { inParts } from './in-parts.ts'
import { answered, type Keyed, keyed } from './server-requests.ts'

const TIMEOUT = { timeoutMs: 30 * SECOND }
const KEY = ['machineCommissions']

/** The commissions of the site of a machine, the latest first. */
export const machineCommissions = (id: MachineId) =>
  queryOptions({
    queryKey: [...KEY, id],
    meta: { topics: ['settings'] },
    retry: false,
    queryFn: () => answered(call(contract.machineCommissions, { params: { id: String(id) } }, TIMEOUT)),
  })

export const setCommissions = mutationOptions({
  meta: { invalidates: [KEY, ['reports']] },
  mutationFn: async ({
    key,
    machineIds,
    ...commission
  }: contract.MachineCommission & { machineIds: readonly MachineId[]; key: OperationId }) => {
    const answers = await inParts(machineIds, key, (part, partKey) =>
      answered(
        call(
          contract.setCommissions,
          { body: { machineIds: part, ...commission } },
          { ...TIMEOUT, headers: { 'idempotency-key': partKey } },
        ),
      ),
    )
    return { changed: answers.flatMap(({ changed }) => changed) }
  },
})

export const deleteCommission = (id: MachineId) =>
  mutationOptions({
    meta: { invalidates: [KEY, ['reports']] },
    mutationFn: ({ key, validFrom }: Keyed<{ validFrom: string }>) =>
      answered(call(contract.deleteCommission, { params: { id: String(id), validFrom } }, keyed(key))),
  })
