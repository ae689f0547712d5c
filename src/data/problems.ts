import type * as v from 'valibot'
import type { Problem, Proposal } from '#contract/problems.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { record } from './outbox.ts'

/** Reports a problem with photos that were taken before. */
export const reportProblem = (machineId: MachineId, problem: v.InferInput<typeof Problem>, opId?: OperationId): Promise<Enqueued> =>
  record({ call: 'reportProblem', machineId, body: problem }, opId, problem.photos ?? [])

export const proposeProduct = (machineId: MachineId, proposal: v.InferInput<typeof Proposal>, opId?: OperationId): Promise<Enqueued> =>
  record({ call: 'proposeProduct', machineId, body: proposal }, opId)
