import type { QueryClient } from '@tanstack/react-query'
import { FORMS, keyOf } from '#app/components/use-draft.ts'
import { loadDraft } from '#app/data/drafts.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { machineStock } from '#app/data/stock.ts'
import type { MachineId } from '#domain/ids.ts'

/** Everything that a machine's tabs show, so that going from one to the next never blinks. */
export const loadMachine = (client: QueryClient, machineId: MachineId): Promise<unknown> =>
  Promise.all([
    client.ensureQueryData(machineStock(machineId)),
    client.ensureQueryData(machineSlots(machineId)),
    client.ensureQueryData(catalogue()),
    ...FORMS.map((form) => loadDraft(keyOf(machineId, form))),
  ])
