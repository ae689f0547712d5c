import { Loader, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { productSummary } from '#app/data/products.ts'
import { waysOf } from '#app/data/ways.ts'
import { BarsFigure } from '#app/ui/charts/LazyCharts.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Product, ProductSummary } from '#contract/products.ts'
import productFactsClasses from './ProductFacts.module.css'
import classes from './ProductSummaryDialog.module.css'

const HEIGHT = 180

type Props = { sku: string; name: string; opened: boolean; onClose(): void }

/** A product with its sales, machines and slots. */
export function ProductSummaryDialog({ sku, name, opened, onClose }: Props) {
  const { t } = useTranslation('products')
  return (
    <Modal opened={opened} onClose={onClose} title={name} size="lg" closeButtonProps={{ 'aria-label': t('form.close') }}>
      <Summary sku={sku} />
    </Modal>
  )
}

function Summary({ sku }: { sku: string }) {
  const { t } = useTranslation('products')
  const why = useWhyNot()
  const { data: summary, isPending, error, refetch } = useQuery(productSummary(sku))
  if (isPending) return <Loader role="status" aria-label={t('summary.loading')} />
  if (!summary) return <ErrorState title={t('summary.failed')} text={why(error).text} onRetry={() => void refetch()} />
  return (
    <Stack gap="lg">
      <ProductFacts product={summary} />
      {summary.packaging !== 'INGREDIENT' && <Sales sales={summary.dateSales} />}
      <Machines machines={summary.inMachines} />
    </Stack>
  )
}

function Sales({ sales }: { sales: ProductSummary['dateSales'] }) {
  const { t } = useTranslation('products')
  const { number, day } = formats()
  const sum = sales.reduce((total, { sold }) => total + sold, 0)
  const best = sales.reduce((a, b) => (b.sold > a.sold ? b : a), { date: '', sold: 0 })
  return (
    <section>
      <Title order={3} mb="xs">
        {t('summary.sales', { count: sales.length })}
      </Title>
      {sum === 0 ? (
        <Text c="dimmed">{t('summary.noSales')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t('summary.sold', { count: sum, sum: number(sum), day: day(best.date), best: number(best.sold) })}
          </Text>
          <BarsFigure
            words={t('summary.sold', { count: sum, sum: number(sum), day: day(best.date), best: number(best.sold) })}
            bars={sales.map(({ date, sold }) => ({ label: day(date), value: sold }))}
            name={t('summary.soldName')}
            wordsOf={number}
            scaleOf={number}
            height={HEIGHT}
          />
        </>
      )}
    </section>
  )
}

function Machines({ machines }: { machines: ProductSummary['inMachines'] }) {
  const { t } = useTranslation('products')
  const ways = waysOf(getSession().account)
  const columns: Column<(typeof machines)[number]>[] = [
    {
      key: 'machine',
      label: t('summary.machine'),
      sortBy: ({ machine }) => machine.name,
      cell: ({ machine }) => (
        <Link {...ways.machine(machine.id)} className={classes.machine}>
          {machine.name}
        </Link>
      ),
    },
    {
      key: 'slots',
      label: t('summary.slots'),
      sortBy: ({ slotNumbers }) => slotNumbers[0],
      cell: ({ slotNumbers }) => (slotNumbers.length > 0 ? slotNumbers.join(', ') : t('summary.canister')),
    },
  ]
  return (
    <section>
      <Title order={3} mb="xs">
        {t('summary.machines')}
      </Title>
      {machines.length === 0 ? (
        <Text c="dimmed">{t('summary.noMachines')}</Text>
      ) : (
        <Table label={t('summary.machines')} columns={columns} rows={machines} keyOf={({ machine }) => machine.id} isCompact />
      )}
    </section>
  )
}

/** The data of a product at a glance. */
function ProductFacts({ product }: { product: Product }) {
  const { t } = useTranslation('products')
  const { amount, exactAmount, money, number, rate } = formats()
  const { packaging, volume, volumeType, sku, tax, lastCost, caseSize, codes = [], ingredients } = product
  const facts: [string, string][] = [
    [t('field.packaging'), t(`packaging.${packaging}`)],
    [t('field.volume'), volumeType === 'PIECE' ? t('pieces', { count: volume }) : amount(volume, volumeType)],
    [t('field.sku'), sku],
    [t('field.tax'), rate(tax)],
    ...(lastCost === undefined || packaging === 'COFFEE' ? [] : [[t('field.lastCost'), money(lastCost)] as [string, string]]),
    ...(caseSize ? [[t('field.caseSize'), t('pieces', { count: caseSize })] as [string, string]] : []),
    ...(codes.length > 0
      ? [
          [
            t('field.codes'),
            codes.map(({ code, pieces }) => (pieces === 1 ? code : `${code} (${t('pieces', { count: pieces })})`)).join(', '),
          ] as [string, string],
        ]
      : []),
    ...(ingredients.length === 0
      ? []
      : [
          [
            t('field.ingredients'),
            ingredients
              .map(
                ({ name, shareAmount, volumeType: unit }) =>
                  `${name} ${unit === 'PIECE' ? number(shareAmount) : exactAmount(shareAmount, unit)}`,
              )
              .join(', '),
          ] as [string, string],
        ]),
  ]
  return (
    <dl className={productFactsClasses.facts}>
      {facts.map(([term, fact]) => (
        <div key={term} className={productFactsClasses.fact}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
