import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/sample.ts'
import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { answered, TIMEOUT } from './server-requests.ts'

/** The name of the user's own company, and the contents of its sample company. */
export const sample = () => queryOptions({ queryKey: ['sample'], queryFn: () => answered(call(contract.sample, {}, TIMEOUT)) })

/** Filling the sample company takes seconds. */
const PATIENT = { timeoutMs: 120 * SECOND }

const switchTo = (isInside: boolean) => answered(call(contract.switchSample, { body: { isInside } }, TIMEOUT))

/** Creates the sample company if there is none, and switches this session to it. */
export const openSample = mutationOptions({
  mutationFn: async (_: CompanyId): Promise<unknown> => {
    await answered(call(contract.createSample, {}, PATIENT))
    return switchTo(true)
  },
})

export const leaveSample = mutationOptions({ mutationFn: (_: CompanyId): Promise<unknown> => switchTo(false) })

export const deleteSample = mutationOptions({
  meta: { invalidates: [['sample']] },
  mutationFn: () => answered(call(contract.deleteSample, {}, PATIENT)),
})
