import { Accordion, Alert, Checkbox, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PickListButton } from '#app/components/PickListButton.tsx'
import { useCaseLabels } from '#app/components/use-case-labels.ts'
import { noteLoaded } from '#app/data/loaded.ts'
import { type Lacking, type PickedRow, pickedRows } from '#app/data/pick-list.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { Round } from '#contract/rounds.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Load } from '#domain/rounds/load.ts'
import { type Loaded, type LoadRow, loadScanned } from '#domain/rounds/loaded.ts'
import { LoadIntoVan } from './LoadIntoVan.tsx'
import classes from './Rounds.module.css'
import { ScanGoods } from './ScanGoods.tsx'

const ORDERS = ['byMachine', 'byProduct'] as const
type Order = (typeof ORDERS)[number]
/** `name`: the machine of a box; null for the list of all. */
type List = { key: string; name: string | null; rows: (PickedRow & { key: string })[] }

type Props = {
  round: Round
  before: Loaded
  known: Lacking
  load: Load
  /** Whether the warehouse's stock, which limits the load, has arrived on this device. */
  stock: 'known' | 'loading' | 'unknown'
}

/** One list per machine, to fill a box for each, or one of all products. A tick belongs to its list. */
export function LoadLists({ round, before, known, load, stock }: Props) {
  const { t } = useTranslation('day')
  const casesOf = useCaseLabels()
  const [order, setOrder] = useState<Order>('byMachine')
  const [loaded, setLoaded] = useState(before)
  const lists = listsOf(order, known, load)
  const [opened, setOpened] = useState<string[]>(() => firstOpen(lists, loaded))
  const rows = lists.flatMap((list) => list.rows)
  const note = (next: Loaded) => {
    setLoaded(next)
    noteLoaded(round.id, next).then(undefined, () => toastError(t('notKept')))
  }
  const tick = (key: string, is: boolean) => {
    const [goods, counts] = [new Set(loaded.goods), new Map(loaded.counts)]
    counts.delete(key)
    if (is) goods.add(key)
    else goods.delete(key)
    note({ goods, counts })
  }
  const scan = (product: ProductId, pieces: number) => {
    const loadRows = rows.map(({ key, id, pieces }): LoadRow => ({ key, product: id, pieces }))
    // Ingredients are weighed, so a pack cannot be counted against them.
    const isWeighed = known.products.get(product)?.packaging === 'INGREDIENT'
    const scanned = loadScanned(loadRows, loaded, { product, pieces: isWeighed ? 1 : pieces })
    note(scanned.loaded)
    const list = lists.find(({ rows }) => rows.some(({ key }) => key === scanned.row?.key))
    if (list) setOpened([...new Set([...opened, list.key])])
    return { ...scanned, machine: list?.name ?? null }
  }
  const carried = new Map<ProductId, number>()
  for (const { key, id, pieces } of rows) {
    const count = loaded.goods.has(key) ? pieces : (loaded.counts.get(key) ?? 0)
    if (count > 0) carried.set(id, (carried.get(id) ?? 0) + count)
  }
  const picked = new Map(load.take.filter((one) => one.load > 0).map((one) => [one.product, one.load]))
  return (
    <Stack gap="md" aria-busy={stock === 'loading'}>
      {stock === 'unknown' && (
        <Alert color="slate" variant="light">
          {t('loading.unlimited')}
        </Alert>
      )}
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('loading.by')}
          size="md"
          value={order}
          onChange={(value) => {
            const next = ORDERS.find((name) => name === value) ?? 'byMachine'
            setOrder(next)
            setOpened(firstOpen(listsOf(next, known, load), loaded))
          }}
          data={ORDERS.map((name) => ({ value: name, label: t(`loading.${name}`) }))}
        />
        <PickListButton
          picked={picked}
          known={() => Promise.resolve({ ...known, needs: load.shared })}
          label={t('stock:pick.list')}
          variant="default"
        />
      </div>
      <ScanGoods products={known.products} onScan={scan} />
      <Text fw={500} data-figures role="status">
        {t('loading.checked', { done: doneOf(rows, loaded), all: rows.length })}
      </Text>
      <Accordion
        multiple
        value={opened}
        onChange={setOpened}
        order={2}
        classNames={{ control: classes.listHead, content: classes.goodsList }}
      >
        {lists.map(({ key, name, rows }) => (
          <Accordion.Item key={key} value={key}>
            <Accordion.Control>
              <span className={classes.goods}>
                <span className={classes.name}>{name ?? t('loading.byProduct')}</span>
                <span className={`${classes.dimmed} ${classes.count}`} data-figures>
                  {t('loading.count', { done: doneOf(rows, loaded), all: rows.length })}
                </span>
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <ul className={classes.stops}>
                {rows.map((row) => (
                  <Goods
                    key={row.key}
                    row={row}
                    cases={casesOf(row.pieces, known.products.get(row.id) ?? { packaging: 'PIECE' })}
                    take={name === null ? load.take.find(({ product }) => product === row.id) : undefined}
                    isLoaded={loaded.goods.has(row.key)}
                    counted={loaded.counts.get(row.key)}
                    onTick={(is) => tick(row.key, is)}
                  />
                ))}
              </ul>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <LoadIntoVan round={round.id} carried={carried} />
    </Stack>
  )
}

const doneOf = (rows: readonly { key: string }[], { goods }: Loaded): number => rows.filter(({ key }) => goods.has(key)).length

const firstOpen = (lists: readonly List[], loaded: Loaded): string[] =>
  lists
    .filter(({ rows }) => doneOf(rows, loaded) < rows.length)
    .slice(0, 1)
    .map(({ key }) => key)

function listsOf(order: Order, known: Lacking, load: Load): List[] {
  const list = (key: string, name: string | null, quantities: (readonly [ProductId, number])[]): List => ({
    key,
    name,
    rows: pickedRows(quantities, known.products).map((row) => ({ ...row, key: `${key} ${row.id}` })),
  })
  if (order === 'byProduct') {
    const all = load.take.map((one) => [one.product, one.load] as const)
    return [list('all', null, all)]
  }
  return [...known.machines].flatMap(([id, name]) => {
    const own = load.shared.flatMap(({ machine, product, quantity }) => (machine === id ? [[product, quantity] as const] : []))
    return own.length > 0 ? [list(String(id), name, own)] : []
  })
}

type GoodsProps = {
  row: PickedRow
  cases: string
  take: Load['take'][number] | undefined
  isLoaded: boolean
  counted: number | undefined
  onTick(is: boolean): void
}

/** A product to load; the whole row is the check mark. */
function Goods({ row: { product, quantity, pieces }, cases, take, isLoaded, counted, onTick }: GoodsProps) {
  const { t } = useTranslation('day')
  const isShort = take !== undefined && take.there !== undefined && take.there < take.needed
  const spare = take ? take.load - take.needed : 0
  const notes = [
    ...(cases === '' ? [] : [cases]),
    ...(counted === undefined ? [] : [t('loading.scan.counted', { done: counted, all: pieces })]),
    ...(isShort ? [t('loading.short', { there: take.there, needed: take.needed })] : []),
    ...(!isShort && spare > 0 ? [t('loading.spare', { count: spare })] : []),
  ]
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
        description={notes.length > 0 ? notes.join(' · ') : undefined}
      />
    </li>
  )
}
