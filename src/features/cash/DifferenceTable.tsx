import { Title } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PagedTable } from '#app/components/PagedTable.tsx'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/Table.tsx'
import type { CashDifferences } from '#contract/collections.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Count.module.css'
import { MonthBars } from './MonthBars.tsx'

type Trend = Omit<CashDifferences['causes'][number], 'cause'>
type Row = Trend & { key: string; name: string; repeated?: CashDifferences['machines'][number]['repeated'] }

/** Differences of machines, people or causes. Only what is tested has an assessment. */
export function DifferenceTable({ title, column, rows }: { title: string; column: string; rows: readonly Row[] }) {
  const { t } = useTranslation('collections')
  const { money, signedMoney, number, change } = formats()
  const share = ({ difference, expectedAmount }: Row) => (expectedAmount > 0 ? difference / expectedAmount : null)
  const columns: Column<Row>[] = [
    { key: 'name', label: column, sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      key: 'collections',
      label: t('differences.collections'),
      isNumber: true,
      sortBy: ({ collections }) => collections,
      cell: ({ collections }) => number(collections),
    },
    {
      key: 'expected',
      label: t('differences.expected'),
      isNumber: true,
      sortBy: ({ expectedAmount }) => expectedAmount,
      cell: ({ expectedAmount }) => money(expectedAmount),
    },
    {
      key: 'difference',
      label: t('differences.difference'),
      isNumber: true,
      sortBy: ({ difference }) => difference,
      cell: ({ difference }) => <b>{signedMoney(difference)}</b>,
    },
    {
      key: 'share',
      label: t('differences.share'),
      isNumber: true,
      sortBy: share,
      cell: (row) => {
        const part = share(row)
        return part === null ? '–' : change(part)
      },
    },
    { key: 'trend', label: t('differences.trend'), cell: ({ months }) => <MonthBars months={months} /> },
    ...(rows.some(({ repeated }) => repeated !== undefined)
      ? [
          {
            key: 'assessment',
            label: t('differences.assessment'),
            sortBy: ({ repeated }: Row) => repeated?.since,
            cell: ({ repeated }: Row) => <Assessment repeated={repeated ?? null} />,
          },
        ]
      : []),
  ]
  return (
    <section className={classes.section}>
      <Title order={2}>{title}</Title>
      <PagedTable label={title} columns={columns} rows={rows} keyOf={({ key }) => key} />
    </section>
  )
}

function Assessment({ repeated }: { repeated: CashDifferences['machines'][number]['repeated'] }) {
  const { t } = useTranslation('collections')
  if (!repeated) return <span className={classes.quiet}>{t('differences.inRange')}</span>
  return (
    <span className={classes.repeats}>
      <IconRepeat size={16} aria-hidden />
      {t(`differences.${repeated.direction}`, { date: formats().date(fromIso(repeated.since)) })}
    </span>
  )
}
