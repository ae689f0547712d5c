import { Link } from '@tanstack/react-router'
import type { Column } from '#app/ui/table/column.ts'
import classes from './Reports.module.css'

/** The machine of a row, with a link. */
export const machineColumn = <Row extends { machine: { id: number; name: string } }>(label: string): Column<Row> => ({
  key: 'machine',
  label,
  sortBy: ({ machine }) => machine.name,
  cell: ({ machine: { id, name } }) => (
    <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} className={classes.link}>
      {name}
    </Link>
  ),
})
