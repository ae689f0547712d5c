import { Accordion, Alert, Checkbox, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PickListButton } from '#app/components/PickListButton.tsx'
import { ahead } from '#app/data/ahead.ts'
import { getSession } from '#app/data/device.ts'
import { loadedGoods, noteLoaded } from '#app/data/loaded.ts'
import { type Lacking, lackingAtStops, type PickedRow, pickedRows } from '#app/data/pick-list.ts'
import { ownRounds, todaysRound } from '#app/data/rounds.ts'
import { warehouse } from '#app/data/shortages.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Round } from '#contract/rounds.ts'
import { type Load, loadOf } from '#domain/rounds/load.ts'
import classes from './Rounds.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/tasks/load')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(ownRounds()),
  component: LoadScreen,
})

/** The pick list of today's round, which needs no network. */
function LoadScreen() {
  const { t } = useTranslation('day')
  const { data: rounds } = useSuspenseQuery(ownRounds())
  const round = todaysRound(rounds)
  return (
    <div className={classes.page}>
      <PageHeader title={t('load')} subtitle={t('loading.help')} />
      {round ? <PickList round={round} /> : <Nothing />}
    </div>
  )
}

function PickList({ round }: { round: Round }) {
  const { data: known } = useQuery(lackingAtStops(round))
  const { data: inWarehouse } = useQuery(warehouse())
  const { data: outlook } = useQuery(ahead())
  if (!known || !outlook) return <ListSkeleton />
  const load = loadOf(
    known.needs,
    (product) => known.products.get(product),
    inWarehouse,
    (machine) => outlook.get(machine)?.loss ?? 0,
  )
  if (load.take.length === 0) return <Nothing />
  return <Lists round={round} known={known} load={load} isLimited={inWarehouse !== undefined} />
}

function Nothing() {
  const { t } = useTranslation('day')
  return (
    <EmptyState
      icon={<IconCircleCheck />}
      title={t('loading.nothing')}
      text={t('loading.nothingText')}
      action={
        <LinkButton to="/dashboard/serviceman/tasks" size="md">
          {t('close.back')}
        </LinkButton>
      }
    />
  )
}

const ORDERS = ['byMachine', 'byProduct'] as const

/** One list per machine, to fill a box for each, or one of all products. A tick belongs to its list. */
function Lists({ round, known, load, isLimited }: { round: Round; known: Lacking; load: Load; isLimited: boolean }) {
  const { t } = useTranslation('day')
  const of = { round: round.id, database: getSession().db.name }
  const [order, setOrder] = useState<(typeof ORDERS)[number]>('byMachine')
  const [goods, setGoods] = useState(() => new Set(loadedGoods(of)))
  const tick = (key: string, is: boolean) => {
    const next = new Set(goods)
    if (is) next.add(key)
    else next.delete(key)
    setGoods(next)
    noteLoaded(of, [...next])
  }
  const picked = new Map(load.take.filter((one) => one.load > 0).map((one) => [one.product, one.load]))
  const lists =
    order === 'byProduct'
      ? [
          {
            key: 'all',
            name: null,
            rows: pickedRows(
              load.take.map((one) => [one.product, one.load] as const),
              known.products,
            ),
          },
        ]
      : [...known.machines].flatMap(([id, name]) => {
          const own = load.shared.filter(({ machine }) => machine === id)
          const rows = pickedRows(
            own.map(({ product, quantity }) => [product, quantity] as const),
            known.products,
          )
          return rows.length > 0 ? [{ key: String(id), name, rows }] : []
        })
  const firstOpen = lists.find(({ key, rows }) => rows.some(({ id }) => !goods.has(`${key} ${id}`)))
  const keys = lists.flatMap(({ key, rows }) => rows.map(({ id }) => `${key} ${id}`))
  return (
    <Stack gap="md">
      {!isLimited && (
        <Alert color="slate" variant="light">
          {t('loading.unlimited')}
        </Alert>
      )}
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('loading.by')}
          size="md"
          value={order}
          onChange={(value) => setOrder(ORDERS.find((name) => name === value) ?? 'byMachine')}
          data={ORDERS.map((name) => ({ value: name, label: t(`loading.${name}`) }))}
        />
        <PickListButton
          picked={picked}
          known={() => Promise.resolve({ ...known, needs: load.shared })}
          label={t('stock:pick.list')}
          variant="default"
        />
      </div>
      <Text fw={500} data-figures role="status">
        {t('loading.checked', { done: keys.filter((key) => goods.has(key)).length, all: keys.length })}
      </Text>
      <Accordion key={order} multiple defaultValue={firstOpen ? [firstOpen.key] : []} order={2} classNames={{ content: classes.goodsList }}>
        {lists.map(({ key, name, rows }) => (
          <Accordion.Item key={key} value={key}>
            <Accordion.Control>
              <span className={classes.goods}>
                <span className={classes.name}>{name ?? t('loading.byProduct')}</span>
                <span className={`${classes.dimmed} ${classes.count}`} data-figures>
                  {t('loading.count', { done: rows.filter(({ id }) => goods.has(`${key} ${id}`)).length, all: rows.length })}
                </span>
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <ul className={classes.stops}>
                {rows.map((row) => (
                  <Goods
                    key={row.id}
                    row={row}
                    take={key === 'all' ? load.take.find(({ product }) => product === row.id) : undefined}
                    isLoaded={goods.has(`${key} ${row.id}`)}
                    onTick={(is) => tick(`${key} ${row.id}`, is)}
                  />
                ))}
              </ul>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

type GoodsProps = { row: PickedRow; take: Load['take'][number] | undefined; isLoaded: boolean; onTick(is: boolean): void }

/** A product to load; the whole row is the check mark. */
function Goods({ row: { product, quantity, pieces }, take, isLoaded, onTick }: GoodsProps) {
  const { t } = useTranslation('day')
  const isShort = take !== undefined && take.there !== undefined && take.there < take.needed
  const spare = take ? take.load - take.needed : 0
  return (
    <li className={classes.row} data-loaded={isLoaded || undefined}>
      <Checkbox
        size="lg"
        className={classes.check ?? ''}
        classNames={{ body: classes.checkBody, labelWrapper: classes.checkLabel }}
        disabled={pieces === 0}
        checked={isLoaded}
        onChange={(event) => onTick(event.currentTarget.checked)}
        label={
          <span className={classes.goods}>
            <span>{product}</span>
            <strong data-figures>{quantity}</strong>
          </span>
        }
        description={
          isShort
            ? t('loading.short', { there: take.there, needed: take.needed })
            : spare > 0
              ? t('loading.spare', { count: spare })
              : undefined
        }
      />
    </li>
  )
}
