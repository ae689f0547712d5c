import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { stamp } from '#app/data/transactions.ts'
import type { Transaction } from '#contract/transactions.ts'
import classes from './SalesTable.module.css'

const COLUMNS = ['created', 'machine', 'product', 'type', 'slot', 'card', 'amount'] as const

/** A table on a desktop; on a phone the product and the amount, with machine, time and payment below. */
export function SalesTable({ rows, isFading }: { rows: readonly Transaction[]; isFading: boolean }) {
  const { t } = useTranslation('transactions')
  const { money } = formats()
  const { timezone } = getSession().account
  return (
    <table aria-label={t('title')} className={classes.table} data-fading={isFading || undefined}>
      <thead>
        <tr className={classes.heads}>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={classes[column]}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, created, machine, product, type, slotNumber, employeeCardIdentifier, amount }) => (
          <tr key={id} className={classes.row}>
            <td className={classes.created}>
              <time dateTime={created}>{stamp(created, timezone)}</time>
            </td>
            <td className={classes.machine}>
              <Link to="/dashboard/machines/$machineId" params={{ machineId: String(machine.id) }} className={classes.link}>
                {machine.name}
              </Link>
            </td>
            <td className={classes.product}>{product?.name ?? t('unknownProduct')}</td>
            <td className={classes.type}>
              <span className={classes.badge} data-type={type}>
                {t(`type.${type}`)}
              </span>
            </td>
            <td className={classes.slot}>
              <span className={classes.onPhone}>{t('column.slot')} </span>
              {slotNumber}
            </td>
            <td className={classes.card}>{employeeCardIdentifier && `•••• ${employeeCardIdentifier}`}</td>
            <td className={classes.amount}>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
