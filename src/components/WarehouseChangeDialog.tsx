import { Alert, Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { IconPackages, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endDraft } from '#app/data/drafts.ts'
import { formats } from '#app/data/formats.ts'
import type { Until } from '#app/data/missing.ts'
import { allShortages } from '#app/data/shortages.ts'
import { catalogue } from '#app/data/slots.ts'
import { changeWarehouse, storedProducts } from '#app/data/warehouse.ts'
import { FLUSH } from '#app/ui/flush.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { CHANGE_NOTE, type WarehouseChange } from '#contract/warehouse.ts'
import { inWholeCases } from '#domain/warehouse/cases.ts'
import { CHANGE_TYPES, type ChangeType } from '#domain/warehouse/change.ts'
import { ChangeLine } from './ChangeLine.tsx'
import {
  ChangeDraft,
  changeForm,
  changeOf,
  EMPTY_LINE,
  filledWith,
  lineStateOf,
  shortLines,
  type TypedLine,
  wholeIn,
} from './change-draft.ts'
import { Form } from './form/Form.tsx'
import { FormDialog } from './form/FormDialog.tsx'
import { useControlledField } from './form/use-controlled-field.ts'
import { useDraftForm } from './form/use-draft-form.ts'
import { useDraftMutation } from './form/use-draft-mutation.ts'
import { useField } from './form/use-field.ts'
import { ShortUntil } from './ShortUntil.tsx'
import { keyOf, useDraft } from './use-draft.ts'
import classes from './WarehouseChangeDialog.module.css'

const NOTHING: ChangeDraft = {}
/** The change belongs to the warehouse rather than to a machine. A pick prefilled with shortages has its own draft. */
const OWN = 0
const PREPARED = 1
const EVERYTHING = { page: 0, size: 1_000, query: '' }

type Props = {
  opened: boolean
  onClose(): void
  /** Initial content, such as the lines of a pick, and its description. */
  prepared?: { type: ChangeType; lines: readonly TypedLine[]; what: string }
  /** Called with the recorded change. */
  onDone?(change: WarehouseChange): void
}

export const WarehouseChangeDialog = ({ opened, onClose, prepared, onDone }: Props) => {
  const { t } = useTranslation('warehouse')
  const close = () => {
    // Prefilled lines are computed again the next time, from the shortages at that time.
    if (prepared) endDraft(keyOf(PREPARED, 'warehouse-change'))
    onClose()
  }
  return (
    <FormDialog opened={opened} onClose={close} size="lg" title={t(prepared ? `change.title.${prepared.type}` : 'change.title.any')}>
      <ChangeForm onClose={onClose} prepared={prepared} onDone={onDone} />
    </FormDialog>
  )
}

/** Received, picked, lost or counted stock, line by line, with the resulting stock next to it. */
function ChangeForm({ onClose, prepared, onDone }: Pick<Props, 'onClose'> & { prepared: Props['prepared']; onDone: Props['onDone'] }) {
  const { t } = useTranslation('warehouse')
  const draft = useDraft(prepared ? PREPARED : OWN, 'warehouse-change', ChangeDraft, NOTHING)
  const { locale } = formats()
  const [initial] = useState(() => ({ type: prepared?.type ?? 'RECEIVE', note: '', lines: [...(prepared?.lines ?? [EMPTY_LINE])] }))
  const form = useDraftForm(draft, changeForm(locale), initial)
  const field = useField(form)
  const controlled = useControlledField(form)
  const mutation = useDraftMutation(draft, changeWarehouse)
  const { data: products } = useSuspenseQuery(catalogue())
  const { data: stored } = useQuery(storedProducts(EVERYTHING))
  const { type, note, lines } = form.watch()
  const { onChange: setLines } = controlled('lines')
  const stock = new Map((stored?.items ?? []).map(({ product, inWarehouse }) => [product.id, inWarehouse]))
  const change = changeOf(type, note, lines, locale)
  const states = lines.map((line) => lineStateOf(type, line, stockOf(line), locale))
  const taken = new Set(lines.flatMap(({ productId }) => productId ?? []))

  function stockOf({ productId }: TypedLine) {
    return productId === null || !stored ? undefined : (stock.get(productId) ?? 0)
  }
  const setLine = (index: number, line: TypedLine | null) => setLines(lines.flatMap((one, place) => (place === index ? (line ?? []) : one)))

  const takeWhatThereIs = () => {
    const left = lines.flatMap((line, index) => {
      const there = stockOf(line) ?? 0
      if (states[index] !== 'negative') return line
      return there > 0 ? { ...line, quantity: String(type === 'ADJUST' ? -there : there) } : []
    })
    setLines(left.length > 0 ? left : [EMPTY_LINE])
  }

  /** Null: nothing would change. */
  const inCases = () => {
    const rounded = lines.map((line) => {
      const product = products.find(({ id }) => id === line.productId)
      const whole = wholeIn(line.quantity, locale)
      return product && whole !== null ? { ...line, quantity: String(inWholeCases(whole, product, stockOf(line))) } : line
    })
    return rounded.some(({ quantity }, index) => wholeIn(quantity, locale) !== wholeIn(lines[index]?.quantity ?? '', locale))
      ? rounded
      : null
  }
  const rounded = type === 'PICK' ? inCases() : null

  const save = (body: WarehouseChange) =>
    mutation.mutate(
      { body },
      {
        onSuccess: () => {
          draft.clear()
          toastSuccess(t('CHANGES_SAVED'))
          onClose()
          onDone?.(body)
        },
        onError: () => toastError(t('machines:operationFailed')),
      },
    )
  const cancel = () => {
    draft.clear()
    onClose()
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t('change.save', { count: change?.items.length ?? 0 })}
      mutation={mutation}
      onCancel={mutation.isUnsettled ? onClose : cancel}
      isStored
      isPrefilled={prepared !== undefined}
      // The stock may already contain a change whose response was lost.
      isBlocked={states.includes('negative') && !mutation.isUnsettled}
      isUnsettled={mutation.isUnsettled}
    >
      <NativeSelect
        label={t('change.type')}
        description={t(`change.means.${type}`)}
        {...field('type')}
        data={CHANGE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      {prepared && type === prepared.type && <Text c="dimmed">{prepared.what}</Text>}
      {!prepared && type === 'PICK' && <FillShort lines={lines} onLines={setLines} />}
      <fieldset className={classes.lines}>
        <Text component="legend" fw={500} mb={4}>
          {t('change.lines')}
        </Text>
        {lines.map((line, index) => (
          <ChangeLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and its inputs are controlled
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
        <Button {...FLUSH} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setLines([...lines, EMPTY_LINE])}>
          {t('change.addLine')}
        </Button>
      </fieldset>
      {rounded && (
        <div>
          <Button variant="light" leftSection={<IconPackages size={18} aria-hidden />} onClick={() => setLines(rounded)}>
            {t('cases:roundUp')}
          </Button>
          <Text size="sm" c="dimmed" mt={4}>
            {t('cases:roundUpHelp')}
          </Text>
        </div>
      )}
      <Textarea label={t('change.note')} autosize minRows={2} maxRows={6} maxLength={CHANGE_NOTE} {...field('note')} />
      {states.includes('negative') && !mutation.isUnsettled && (
        <Alert color="red" role="alert">
          <Text mb="xs">{t('change.negative')}</Text>
          <Button variant="light" color="red" onClick={takeWhatThereIs}>
            {t('change.takeWhatThereIs')}
          </Button>
        </Alert>
      )}
    </Form>
  )
}

type FillShortProps = { lines: readonly TypedLine[]; onLines(lines: TypedLine[]): void }

/** Fills a pick with the shortages of all machines, now or by a day. Typed lines stay. */
function FillShort({ lines, onLines }: FillShortProps) {
  const { t } = useTranslation('stock')
  const client = useQueryClient()
  const [filled, setFilled] = useState<{ until: Until; lines: readonly TypedLine[] } | null>(null)
  const { data: shortages } = useQuery({ ...allShortages(filled?.until), enabled: filled !== null })
  const fill = async (until: Until) => {
    const short = shortLines((await client.ensureQueryData(allShortages(until))).products)
    onLines(filledWith(lines, filled?.lines ?? [], short))
    setFilled({ until, lines: short })
  }
  return <ShortUntil label={t('until.fill')} value={filled?.until} onChange={(until) => void fill(until)} shortages={shortages} />
}
