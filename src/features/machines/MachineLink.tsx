import { Link } from '@tanstack/react-router'
import { opensMachineInNewTab } from '#app/data/local-settings.ts'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'

type Props = {
  machine: Pick<Machine, 'id' | 'name'>
  className?: string | undefined
  /** Shows the machine on the current page instead. A click for a new tab still opens its page. */
  onOpen?: ((id: MachineId) => void) | undefined
}

/** A machine's name with a link to its page, in a new tab if this device is set so. */
export const MachineLink = ({ machine: { id, name }, className, onOpen }: Props) => (
  <Link
    to="/dashboard/machines/$machineId"
    params={{ machineId: String(id) }}
    className={className ?? ''}
    {...(opensMachineInNewTab() ? { target: '_blank' } : {})}
    onClick={(event) => {
      if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || opensMachineInNewTab()) return
      event.preventDefault()
      onOpen(id)
    }}
  >
    {name}
  </Link>
)
