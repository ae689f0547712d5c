import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { salesOfMonth } from './machine-reports.queries.ts'
import classes from './Reports.module.css'

type Props = {
  month: string
  machine?: number | undefined
  group?: number | undefined
  product?: number | undefined
  label?: string
  children: ReactNode
}

/** A figure with a link to the sales that it is the sum of. */
export function SalesLink({ month, machine, group, product, label, children }: Props) {
  const search = { ...salesOfMonth(month), ...(product === undefined ? {} : { product }), ...(group === undefined ? {} : { group }) }
  const look = { className: classes.link, ...(label === undefined ? {} : { 'aria-label': label }) }
  if (machine === undefined)
    return (
      <Link to="/dashboard/transactions" search={search} {...look}>
        {children}
      </Link>
    )
  return (
    <Link to="/dashboard/transactions/$machineId" params={{ machineId: String(machine) }} search={search} {...look}>
      {children}
    </Link>
  )
}
