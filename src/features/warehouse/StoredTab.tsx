import { Button, Group } from '@mantine/core'
import { IconBoxSeam } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineRules, wholeIn } from '#app/components/change-draft.ts'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { WhyThisNumber } from '#app/components/StockHistory.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { changeWarehouse, storedProducts } from '#app/data/warehouse.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { STANDARD_SIZE, STORED_SIZES } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { ProductCard } from '#contract/products.ts'
import type { StoredProduct } from '#contract/warehouse.ts'
import { isQuantityAllowed } from '#domain/warehouse/change.ts'
import { TabList } from './TabList.tsx'
import classes from './Warehouse.module.css'
import type { TabProps } from './warehouse-search.ts'

/** Stock of each product in the warehouse and in the machines; wrong values are corrected in place. */
export function StoredTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { q = '', page = 1, size = STANDARD_SIZE.stored } = search
  const list = useQuery(storedProducts({ page: page - 1, size, query: q }))
  return (
    <TabList
      tab="inventory"
      list={list}
      search={search}
      onSearch={onSearch}
      size={size}
      sizes={STORED_SIZES}
      action={
        <Button size="md" onClick={() => onSearch({ ...search, open: 'change' })}>
          {t('change.new')}
        </Button>
      }
      empty={
        <EmptyState
          icon={<IconBoxSeam />}
          title={t('noProducts')}
          text={t('noProductsNextStep')}
          action={
            <Group>
              <LinkButton to="/dashboard/assortment">{t('products:new')}</LinkButton>
              <LinkButton to="/dashboard/import" variant="default">
                {t('import')}
              </LinkButton>
            </Group>
          }
        />
      }
    >
      {(rows, isComplete) => <StoredTable rows={rows} isComplete={isComplete} isFading={list.isPlaceholderData} />}
    </TabList>
  )
}

/** Up to five hundred products, each with its field. */
function StoredTable({ rows, ...list }: { rows: readonly StoredProduct[]; isComplete: boolean; isFading: boolean }) {
  const { t } = useTranslation('warehouse')
  const write = ({ product }: StoredProduct, quantity: number) =>
    formats().amount(quantity, product.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE')
  const columns: Column<StoredProduct>[] = [
    {
      key: 'product',
      label: t('column.product'),
      sortBy: ({ product }) => product.name,
      cell: ({ product }) => <OpenProduct product={product} />,
    },
    {
      key: 'inWarehouse',
      sortBy: (row) => row.inWarehouse,
      label: t('column.inWarehouse'),
      isNumber: true,
      cell: (row) => (
        <Group gap={0} justify="flex-end" wrap="nowrap" component="span">
          {/* Before the quantity, so that all figures end at the same edge. */}
          {row.productInstallationId !== null && (
            <WhyThisNumber of={{ point: row.productInstallationId, product: row.product, slotNumber: null }} />
          )}
          {write(row, row.inWarehouse)}
        </Group>
      ),
    },
    {
      key: 'inMachines',
      label: t('column.inMachines'),
      isNumber: true,
      sortBy: (row) => row.inMachines,
      cell: (row) => write(row, row.inMachines),
    },
    {
      key: 'total',
      label: t('column.total'),
      isNumber: true,
      sortBy: (row) => row.total,
      cell: (row) => <strong>{write(row, row.total)}</strong>,
    },
    {
      key: 'set',
      label: t('column.set'),
      isNumber: true,
      className: classes.counted ?? '',
      cell: ({ product, inWarehouse }) => <QuickSet product={product} quantity={inWarehouse} />,
    },
  ]
  return (
    <Table
      name="inventory"
      label={t('tab.inventory')}
      columns={columns}
      rows={rows}
      keyOf={({ product }) => product.id}
      isVirtual={false}
      {...list}
    />
  )
}

/** Sets the quantity of one product in place. The field follows the stock, except while something else is typed. */
function QuickSet({ product, quantity }: { product: ProductCard; quantity: number }) {
  const { t } = useTranslation('warehouse')
  /** `replaced`: the stock that was replaced with it, until the list is read again. */
  const [input, setInput] = useState<{ text: string; replaced?: number } | null>(null)
  const typed = input?.text ?? String(quantity)
  const change = useKeyedMutation(changeWarehouse)
  const whole = wholeIn(typed, formats().locale)
  if (input && (whole === quantity || (input.replaced ?? quantity) !== quantity)) setInput(null)
  const isWrong = typed.trim() !== '' && (whole === null || (whole !== quantity && !isQuantityAllowed('SET', whole)))
  const save = () =>
    whole !== null &&
    change.mutate(
      { body: { type: 'SET', note: null, items: [{ productId: product.id, quantity: whole }] } },
      {
        onSuccess: () => {
          setInput((now) => (now?.text === typed ? { ...now, replaced: quantity } : now))
          toastSuccess(t('CHANGES_SAVED'))
        },
        onError: () => toastError(t('machines:operationFailed')),
      },
    )
  return (
    <form
      className={classes.quick}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <NumberTextInput
        // A negative stock remains until it is counted.
        {...(quantity < 0 ? { ...lineRules('SET'), min: quantity } : lineRules('SET'))}
        className={classes.quickField ?? ''}
        aria-label={t('quick.of', { product: product.name })}
        unit={product.packaging === 'INGREDIENT' ? formats().unitWord(product.volumeType) : undefined}
        rightSectionWidth={20}
        value={typed}
        error={isWrong ? t(whole !== null && whole < 0 ? 'quick.negative' : 'quick.outside') : input && change.errorText}
        onChange={(text) => setInput({ text })}
      />
      <Button
        type="submit"
        variant="light"
        aria-label={t('quick.set', { product: product.name })}
        loading={change.isPending}
        disabled={whole === null || isWrong || whole === quantity}
      >
        {t('quick.do')}
      </Button>
    </form>
  )
}
