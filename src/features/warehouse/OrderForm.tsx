import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MutationAlerts } from '#app/components/form/MutationAlerts.tsx'
import type { Typed } from '#app/components/use-draft.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import { ORDER_NOTE, type OrderBody } from '#contract/supplier-orders.ts'
import { addDays, dayOf, isoDay } from '#domain/calendar.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { MAX_LEAD_DAYS, missingToMinimum } from '#domain/warehouse/order.ts'
import { MAX_LINES } from '#domain/warehouse/purchase.ts'
import { OrderLines } from './OrderLines.tsx'
import classes from './Orders.module.css'
import { casesIn, filled, linesOf, type OrderDraft, type OrderRow } from './order-draft.ts'

/** What the buttons send; null while a field is wrong or nothing is ordered. */
export type OrderWords = Pick<OrderBody, 'lines' | 'note' | 'expectedOn'> & { count: number; total: number }

type Props = {
  label: string
  rows: readonly OrderRow[]
  minimum: number | null
  stored: { note: string; expectedOn: string }
  draft: Pick<Typed<OrderDraft>, 'value' | 'change' | 'clear'>
  mutation: { error: unknown; isPending: boolean }
  /** A response was lost: the same order can only be sent again. */
  isUnsettled: boolean
  buttons(words: OrderWords | null): ReactNode
}

/** The lines of an order, its day and note, its sum, and what is missing to the supplier's minimum. */
export function OrderForm({ label, rows, minimum, stored, draft, mutation, isUnsettled, buttons }: Props) {
  const { t } = useTranslation('supplierOrders')
  const { locale, currency, money, number } = formats()
  const { timezone } = getSession().account
  const [now] = useState(() => Date.now())
  const { cases, note = stored.note, expectedOn = stored.expectedOn } = draft.value
  const ordered = rows.filter((row) => casesIn(row, cases, locale) !== 0 || cases?.[row.productId] !== undefined)
  const [isWhole, setWhole] = useState(ordered.length === 0)
  const { lines, count, sumMinor } = linesOf(rows, cases, { locale, currency })
  const missing = minimum === null ? 0 : missingToMinimum(sumMinor, toMinor(minimum, currency))
  const total = toDecimal(sumMinor, currency)
  const isTooLong = count > MAX_LINES
  const words = lines && count > 0 && !isTooLong ? { lines, note: note.trim(), expectedOn: expectedOn || null, count, total } : null
  const today = dayOf(now, timezone)
  const isLocked = isUnsettled || mutation.isPending
  const isTyped = cases !== undefined || draft.value.note !== undefined || draft.value.expectedOn !== undefined
  return (
    <div className={classes.form}>
      <fieldset className={classes.form} disabled={isLocked}>
        <OrderLines
          label={label}
          rows={isWhole ? rows : ordered}
          typed={cases}
          onChange={(productId, text) => draft.change((value) => ({ ...value, cases: { ...value.cases, [productId]: text } }))}
        />
        {ordered.length > 0 && ordered.length < rows.length && (
          <Button variant="subtle" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('fewer') : t('more', { shown: number(rows.length) })}
          </Button>
        )}
        <div className={classes.below}>
          <DayInput
            label={t('expectedOn')}
            value={expectedOn}
            min={isoDay(today)}
            max={isoDay(addDays(today, 4 * MAX_LEAD_DAYS))}
            isDisabled={isLocked}
            onChange={(day) => draft.change((value) => ({ ...value, expectedOn: day }))}
          />
          <Textarea
            label={t('note')}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={ORDER_NOTE}
            size="md"
            value={note}
            onChange={({ currentTarget: { value: text } }) => draft.change((value) => ({ ...value, note: text }))}
          />
        </div>
      </fieldset>
      {missing > 0 && !isLocked && minimum !== null && (
        <Alert color="orange" role="status">
          <Group justify="space-between" gap="sm">
            <span>{t('minimum.missing', { amount: money(toDecimal(missing, currency)), minimum: money(minimum) })}</span>
            <Button
              variant="light"
              color="orange"
              onClick={() => draft.change((value) => ({ ...value, cases: filled(rows, value.cases, minimum, { locale, currency }) }))}
            >
              {t('minimum.fill')}
            </Button>
          </Group>
        </Alert>
      )}
      {isTooLong && <Alert color="red">{t('tooManyLines', { shown: number(MAX_LINES) })}</Alert>}
      <MutationAlerts mutation={mutation} isUnsettled={isUnsettled} />
      <Group justify="space-between" gap="md">
        <Text fw={600} aria-live="polite">
          {t('sum', { shown: number(count), amount: money(total) })}
        </Text>
        <Group gap="sm">
          {isTyped && !isLocked && (
            <Button variant="subtle" color="slate" size="md" onClick={draft.clear}>
              {t('discard')}
            </Button>
          )}
          {buttons(words)}
        </Group>
      </Group>
    </div>
  )
}
