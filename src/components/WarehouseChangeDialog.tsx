import { ActionIcon, Alert, Button, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endDraft } from '#app/data/drafts.ts'
import { formats } from '#app/data/formats.ts'
import { catalogue } from '#app/data/slots.ts'
import { changeWarehouse, storedProducts } from '#app/data/warehouse.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { ProductCard } from '#contract/products.ts'
import { CHANGE_NOTE, type WarehouseChange } from '#contract/warehouse.ts'
import { CHANGE_TYPES, type ChangeType, stockAfter } from '#domain/warehouse/change.ts'
import { ChangeDraft, changeOf, EMPTY_LINE, type TypedLine, verdictOn, wholeIn } from './change-draft.ts'
import { ProductPicker } from './ProductPicker.tsx'
import { useAsking } from './use-asking.ts'
import { keyOf, useDraft } from './use-draft.ts'
import classes from './WarehouseChangeDialog.module.css'

const NOTHING: ChangeDraft = {}
/** Nothing of a machine: what is typed belongs to the warehouse. A pick that begins with what is short is kept apart. */
const OWN = 0
const PREPARED = 1
const EVERYTHING = { page: 0, size: 1_000, query: '' }

type Props = {
  opened: boolean
  onClose(): void
  /** With what it begins: the lines of a pick, for instance. */
  prepared?: { type: ChangeType; lines: readonly TypedLine[] }
  /** Told what was recorded. */
  onDone?(change: WarehouseChange): void
}

export const WarehouseChangeDialog = ({ opened, onClose, prepared, onDone }: Props) => {
  const { t } = useTranslation('warehouse')
  const close = () => {
    // What was prepared is prepared anew the next time, from what is short then.
    if (prepared) endDraft(keyOf(PREPARED, 'warehouse-change'))
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={t(prepared ? `change.title.${prepared.type}` : 'change.title.any')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <ChangeForm onClose={onClose} prepared={prepared} onDone={onDone} />}
    </Modal>
  )
}

/** What came, went, was lost or was counted, line by line; what would then lie there is shown beside it. */
function ChangeForm({ onClose, prepared, onDone }: Pick<Props, 'onClose'> & { prepared: Props['prepared']; onDone: Props['onDone'] }) {
  const { t } = useTranslation('warehouse')
  const client = useQueryClient()
  const typed = useDraft(prepared ? PREPARED : OWN, 'warehouse-change', ChangeDraft, NOTHING)
  const { isBusy, trouble, ask } = useAsking()
  const { data: products } = useSuspenseQuery(catalogue())
  const { data: stored } = useQuery(storedProducts(EVERYTHING))
  const { type = prepared?.type ?? 'RECEIVE', note = '', lines = prepared?.lines ?? [EMPTY_LINE] } = typed.value
  const stock = new Map((stored?.items ?? []).map(({ product, inWarehouse }) => [product.id, inWarehouse]))
  const change = changeOf(type, note, lines)
  const verdicts = lines.map((line) => verdictOn(type, line, stockOf(line)))
  const taken = new Set(lines.flatMap(({ productId }) => productId ?? []))

  function stockOf({ productId }: TypedLine) {
    return productId === null || !stored ? undefined : (stock.get(productId) ?? 0)
  }
  const set = (fields: ChangeDraft) => typed.change((before) => ({ ...before, ...fields }))
  const setLine = (index: number, line: TypedLine | null) =>
    set({ lines: lines.flatMap((one, place) => (place === index ? (line ?? []) : one)) })

  const takeWhatThereIs = () => {
    const left = lines.flatMap((line, index) => {
      const there = stockOf(line) ?? 0
      if (verdicts[index] !== 'negative') return line
      return there > 0 ? { ...line, quantity: String(type === 'ADJUST' ? -there : there) } : []
    })
    set({ lines: left.length > 0 ? left : [EMPTY_LINE] })
  }

  const save = async () => {
    if (!change) return
    // Where nothing was typed, a pick is taken as it was prepared.
    const key = typed.opId ?? typed.renew()
    const done = await ask(() => changeWarehouse(change, key), typed.renew)
    if (!done) return
    typed.clear()
    void client.invalidateQueries({ queryKey: ['warehouse'] })
    toastSuccess(t('CHANGES_SAVED'))
    onClose()
    onDone?.(change)
  }
  const giveUp = () => {
    typed.clear()
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label={t('change.type')}
          description={t(`change.means.${type}`)}
          size="md"
          data={CHANGE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={type}
          onChange={({ currentTarget: { value } }) => set({ type: CHANGE_TYPES.find((one) => one === value) ?? type })}
        />
        <fieldset className={classes.lines}>
          <Text component="legend" fw={500} mb={4}>
            {t('change.lines')}
          </Text>
          {lines.map((line, index) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place, and is drawn from what is typed
              key={index}
              number={index + 1}
              line={line}
              type={type}
              products={products}
              taken={taken}
              stock={stockOf(line)}
              onChange={(next) => setLine(index, next)}
              onRemove={lines.length > 1 ? () => setLine(index, null) : undefined}
            />
          ))}
          <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => set({ lines: [...lines, EMPTY_LINE] })}>
            {t('change.addLine')}
          </Button>
        </fieldset>
        <Textarea
          label={t('change.note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={CHANGE_NOTE}
          value={note}
          onChange={({ currentTarget: { value } }) => set({ note: value })}
        />
        {verdicts.includes('negative') && (
          <Alert color="red" role="alert">
            <Text mb="xs">{t('change.negative')}</Text>
            <Button variant="light" color="red" onClick={takeWhatThereIs}>
              {t('change.takeWhatThereIs')}
            </Button>
          </Alert>
        )}
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={giveUp}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={!change || verdicts.includes('negative')}>
            {t('change.save', { count: change?.items.length ?? 0 })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type LineProps = {
  number: number
  line: TypedLine
  type: ChangeType
  products: readonly ProductCard[]
  taken: ReadonlySet<number>
  stock: number | undefined
  onChange(line: TypedLine): void
  onRemove: (() => void) | undefined
}

function Line({ number, line, type, products, taken, stock, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('warehouse')
  const product = products.find(({ id }) => id === line.productId)
  const verdict = verdictOn(type, line, stock)
  const write = (quantity: number) => formats().exactAmount(quantity, unitOf(product))
  const after = stock === undefined ? null : stockAfter(type, stock, wholeIn(line.quantity) ?? 0)
  const wrong = { incomplete: null, good: null, negative: t('change.tooFew'), outside: t(`change.outside.${type}`) }[verdict]
  return (
    <div className={classes.line}>
      <div className={classes.product}>
        <ProductPicker
          label={t('change.product', { number })}
          products={products}
          value={line.productId}
          taken={taken}
          onChange={(productId) => onChange({ ...line, productId })}
        />
        {product && stock !== undefined && (
          <Text size="sm" c="dimmed">
            {line.quantity.trim() === '' || after === null
              ? t('change.there', { amount: write(stock) })
              : t('change.becomes', { before: write(stock), after: write(after) })}
          </Text>
        )}
      </div>
      <TextInput
        aria-label={t('change.quantity', { number })}
        placeholder={t('change.amount')}
        size="md"
        inputMode={type === 'ADJUST' ? 'text' : 'numeric'}
        autoComplete="off"
        value={line.quantity}
        error={wrong}
        rightSection={product && unitOf(product) !== 'PIECE' && <Text size="sm">{unitOf(product) === 'GRAM' ? 'g' : 'ml'}</Text>}
        onChange={({ currentTarget: { value } }) => onChange({ ...line, quantity: value })}
      />
      <ActionIcon
        variant="subtle"
        color="slate"
        size={44}
        aria-label={t('change.removeLine', { number })}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Packed goods are counted; what stands in a recipe is weighed or measured. */
const unitOf = (product: ProductCard | undefined) => (product?.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE')
