import type { CompanyId, MachineId } from '#domain/ids.ts'
import { stateOf } from '#domain/machines/connectivity.ts'
import type { MachineState } from '#domain/machines/machine.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../database/database.ts'
import { type ConnectedDevice, connectionOf } from './commands.store.ts'
import { writeState } from './hearing.store.ts'
import { endOutages } from './outages.store.ts'

const NEVER_HEARD = { heardAt: null, reported: null, reportedAt: null, restartAskedAt: null }

/** The state of a machine at this moment, whatever it was shown as, with the devices in it. Its status is locked. */
export async function stateNow(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  at: Moment,
): Promise<{ state: MachineState; devices: readonly ConnectedDevice[] }> {
  const { standing, devices } = await connectionOf(db, company, machine)
  return { state: stateOf({ ...NEVER_HEARD, ...standing, hasDevice: devices.length > 0 }, at), devices }
}

/** Shows a machine as it is at this moment; gives what it is, and what it was before where that is otherwise. */
export async function showState(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  at: Moment,
): Promise<{ was: MachineState | null; is: MachineState }> {
  const { state } = await stateNow(db, company, machine, at)
  const was = await writeState(db, company, machine, state, at)
  if (was && state === 'NONE') await endOutages(db, company, machine, at)
  return { was, is: state }
}
