import { Link } from '@tanstack/react-router'
import { opensMachineInNewTab } from '#app/data/local-settings.ts'
import type { Machine } from '#contract/machines.ts'

/** A machine's name with a link to its page, in a new tab if this device is set so. */
export const MachineLink = ({
  machine: { id, name },
  className,
}: {
  machine: Pick<Machine, 'id' | 'name'>
  className?: string | undefined
}) => (
  <Link
    to="/dashboard/machines/$machineId"
    params={{ machineId: String(id) }}
    className={className ?? ''}
    {...(opensMachineInNewTab() ? { target: '_blank' } : {})}
  >
    {name}
  </Link>
)
