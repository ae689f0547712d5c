import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import type { SalesMatrix } from '#contract/machine-reports.ts'
import { grouped } from '#domain/grouped.ts'
import { sumOf } from '#domain/money.ts'
import classes from './Matrix.module.css'
import { salesOfMonth } from './machine-reports.queries.ts'

type Props = { matrix: SalesMatrix; show: 'sold' | 'turnover'; month: string; isFading: boolean }

const ROWS = 40
const HEATS = 5

/** Products as rows, machines as columns, a few at a time, the highest of the shown figure first; each cell links to its sales. */
export function MatrixTable({ matrix, show, month, isFading }: Props) {
  const { t } = useTranslation('machineReports')
  const { cells } = matrix
  const { money, number } = formats()
  const labelOf = useProductLabels()
  // On a phone the total is below the product, because machine names need the width.
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const across = isWide ? 8 : 2
  const [start, setStart] = useState(0)
  const [rows, setRows] = useState(ROWS)
  const values = useMemo(() => new Map(cells.map((cell) => [`${cell.machine}|${cell.product}`, cell[show]])), [cells, show])
  const sums = useMemo(() => sumsOf(cells, 'product', show), [cells, show])
  const products = useMemo(() => highestFirst(matrix.products, sums), [matrix.products, sums])
  const machines = useMemo(() => highestFirst(matrix.machines, sumsOf(cells, 'machine', show)), [matrix.machines, cells, show])
  const shown = machines.slice(start, start + across)
  const most = useMemo(() => cells.reduce((max, cell) => Math.max(max, cell[show]), 0), [cells, show])
  const words = show === 'turnover' ? money : number
  const heatOf = (value: number) => (value > 0 ? Math.ceil((value / most) * HEATS) : 0)
  const turn = (by: number) => setStart(Math.max(0, Math.min(start + by, machines.length - 1)))
  return (
    <Card aria-label={t('matrix.title')} p={0}>
      {machines.length > across && (
        <Group justify="space-between" p="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('matrix.machines', { from: start + 1, to: start + shown.length, total: number(machines.length) })}
          </Text>
          <Group gap="xs">
            <ActionIcon variant="default" size={44} aria-label={t('matrix.before')} disabled={start === 0} onClick={() => turn(-across)}>
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('matrix.after')}
              disabled={start + across >= machines.length}
              onClick={() => turn(across)}
            >
              <IconChevronRight size={20} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      )}
      <table aria-label={t('matrix.title')} className={classes.table} data-fading={isFading || undefined}>
        <thead>
          <tr>
            <th scope="col">
              {t('matrix.product')}
              {!isWide && <span className={classes.sum}>{t('total')}</span>}
            </th>
            {isWide && <th scope="col">{t('total')}</th>}
            {shown.map(({ id, name }) => (
              <th key={id} scope="col">
                <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} className={classes.head}>
                  {name}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.slice(0, rows).map((product) => {
            const name = product.name === null ? t('unknown') : labelOf({ ...product, name: product.name })
            const total = words(sums.get(product.id) ?? 0)
            return (
              <tr key={product.id}>
                <th scope="row">
                  {name}
                  {!isWide && <span className={classes.sum}>{total}</span>}
                </th>
                {isWide && <td className={classes.total}>{total}</td>}
                {shown.map((machine) => {
                  const value = values.get(`${machine.id}|${product.id}`)
                  const figure = value === undefined ? null : words(value)
                  return (
                    <td key={machine.id} data-heat={heatOf(value ?? 0)}>
                      {figure !== null && product.id > 0 ? (
                        <Link
                          to="/dashboard/transactions/$machineId"
                          params={{ machineId: String(machine.id) }}
                          search={{ ...salesOfMonth(month), product: product.id }}
                          className={classes.cell}
                          aria-label={t('matrix.cell', { product: name, machine: machine.name, value: figure })}
                        >
                          {figure}
                        </Link>
                      ) : (
                        figure
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      {products.length > rows && (
        <Group justify="center" p="sm">
          <Button variant="subtle" onClick={() => setRows(rows + ROWS)}>
            {t('more')}
          </Button>
        </Group>
      )}
    </Card>
  )
}

/** Totals of each product or machine. */
function sumsOf(cells: SalesMatrix['cells'], of: 'product' | 'machine', show: 'sold' | 'turnover'): Map<number, number> {
  const { currency } = formats()
  const byId = grouped(cells, (cell) => cell[of])
  return new Map(
    [...byId].map(([id, own]) => [
      id,
      sumOf(
        own.map((cell) => cell[show]),
        currency,
      ),
    ]),
  )
}

function highestFirst<T extends { id: number }>(all: readonly T[], sums: ReadonlyMap<number, number>): T[] {
  return all.toSorted((a, b) => (sums.get(b.id) ?? 0) - (sums.get(a.id) ?? 0))
}
