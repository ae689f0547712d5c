import type { QueryClient } from '@tanstack/react-query'
import { FORMS, keyOf } from '#app/components/use-draft.ts'
import { loadDraft } from '#app/data/drafts.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { machineStock } from '#app/data/stock.ts'
import type { MachineId } from '#domain/ids.ts'

/** Preloads all tabs of a machine, so that switching does not flicker. */
export const loadMachine = (client: QueryClient, machineId: MachineId): Promise<unknown> =>
  Promise.all([
    client.ensureQueryData(machineStock(machineId)),
    client.ensureQueryData(machineSlots(machineId)),
    client.ensureQueryData(catalogue()),
    ...FORMS.map((form) => loadDraft(keyOf(machineId, form))),
  ])
