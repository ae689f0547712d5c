import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconChecks, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { SlotBoard } from '#app/components/planogram/SlotBoard.tsx'
import type { SlotCell } from '#app/components/planogram/slot-cell.ts'
import { WhyThisNumber } from '#app/components/StockHistory.tsx'
import { useDraft } from '#app/components/use-draft.ts'
import { formats } from '#app/data/formats.ts'
import { changeInventory, type MachineStock, type Place, unitAt } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { toastError } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import type { ChangeReason } from '#domain/stock/movements.ts'
import { ActionBar } from './ActionBar.tsx'
import { ConfirmCountDialog } from './ConfirmCountDialog.tsx'
import { type Count, changesOf, confirmAllAsShown, confirmAsShown, countAs, countCapOf, isAsShown } from './count.ts'
import { DraftOffer } from './DraftOffer.tsx'
import { NextMachineButton } from './NextMachine.tsx'
import { lostEntries } from './restock.ts'
import { SavedNote } from './SavedNote.tsx'
import classes from './StockCards.module.css'
import type { StockArea } from './stock-area.ts'
import { useClearing } from './use-clearing.ts'
import { useRecording } from './use-recording.ts'
import { CANISTER_STEP } from './use-restock-cells.ts'

const Draft = v.record(v.string(), v.object({ quantity: v.number(), base: v.number() }))
const NOTHING: Count = {}
const Note = v.object({ text: v.optional(v.string()) })
const NO_NOTE: v.InferOutput<typeof Note> = {}

/** A constant list, because the query is cached by it. */
const OF_STOCK = ['MACHINE_REFILLED', 'MACHINE_STOCK_CHANGED'] as const

/** The user's count of a machine's stock, and the reason for differences. */
export function CountTab({ stock, area }: { stock: MachineStock; area: StockArea }) {
  const { machine, places } = stock
  const { t } = useTranslation('stock')
  const recording = useRecording(machine.id)
  const typed = recording.shownInput(useDraft(machine.id, 'count', Draft, NOTHING), stock, NOTHING)
  const note = useDraft(machine.id, 'note', Note, NO_NOTE)
  const clear = useClearing(typed)
  const [isAsked, setAsked] = useState(false)
  const { hasWrong, noteWrong } = useNumberFields()
  const cellOf = useCountCells(typed.value)
  const changes = changesOf(typed.value, places)
  // The shown stock contains the changes, recorded here or in another tab.
  if (isAsked && changes.length === 0) setAsked(false)
  const isCoffee = machine.type === 'COFFEE'

  const record = async (type: ChangeReason) => {
    const stocks = changes.map(({ place, quantity, base }) => ({ place: { ...place, currentQuantity: base }, quantity }))
    const words = {
      done: t(isCoffee ? 'CHANGES_SAVED' : 'INVENTORY_UPDATED'),
      what: t(`outbox:does.${type}`, { count: changes.length, machine: machine.name }),
    }
    const operation = () => changeInventory(machine, { note: note.value.text?.trim() ?? '', type, stocks }, typed.opId)
    if (!(await typed.record(() => note.record(() => recording.run(operation, typed, words))))) toastError(t('ERROR'))
    setAsked(false)
  }
  const change = ({ places: [place] }: SlotCell, to: (count: Count, place: Place) => Count) =>
    place && typed.change((count) => to(count, place))

  const errorNote = recording.error && (
    <Alert color="red" role="alert">
      {t(recording.error)}
    </Alert>
  )

  if (places.length === 0) return <EmptyState icon={<IconPackage />} title={t('noStock')} text={t('noStockNextStep')} />
  const cells = places.map(cellOf)
  return (
    <Stack gap="sm" className={classes.tab}>
      <SavedNote saved={recording.saved} onDismiss={recording.dismiss} />
      <DraftOffer typed={typed} />
      <NumberFields value={noteWrong}>
        <SlotBoard
          label={t('board.count', { machine: machine.name })}
          type={machine.type}
          slots={cells}
          list={{ cells }}
          extraOf={historyOf}
          help={t('board.helpCount')}
          onTap={(cell) => change(cell, confirmAsShown)}
          onQuantity={(cell, quantity) => change(cell, (count, place) => countAs(count, place, quantity))}
        />
      </NumberFields>
      {lostEntries(typed.value, places) > 0 && <Text c="orange">{t('lost', { count: lostEntries(typed.value, places) })}</Text>}
      <Card aria-label={t('activity:stockTitle')}>
        <Title order={2} mb="xs">
          {t('activity:stockTitle')}
        </Title>
        <ActivityFeed machine={machine.id} types={OF_STOCK} />
      </Card>
      <NextMachineButton machineId={machine.id} area={area} isQuiet />
      <ActionBar note={errorNote || (hasWrong && <WrongNumbers />)}>
        {changes.length > 0 ? (
          <>
            <Button className={classes.action} variant="default" px="md" onClick={() => clear(() => NOTHING)}>
              {t('clear')}
            </Button>
            <Button px="sm" className={`${classes.action} ${classes.grow}`} disabled={hasWrong} onClick={() => setAsked(true)}>
              {t('confirmChanges', { count: changes.length })}
            </Button>
          </>
        ) : (
          <Button
            className={`${classes.action} ${classes.grow}`}
            variant="default"
            leftSection={<IconChecks aria-hidden />}
            onClick={() => typed.change((count) => confirmAllAsShown(count, places))}
          >
            {t('allAsShown')}
          </Button>
        )}
      </ActionBar>
      <ConfirmCountDialog
        isOpen={isAsked}
        machine={machine}
        changes={changes}
        note={note.value.text ?? ''}
        onNote={(text) => note.change(() => (text ? { text } : NO_NOTE))}
        isRecording={recording.isRunning}
        onCancel={() => setAsked(false)}
        onConfirm={record}
      />
    </Stack>
  )
}

function historyOf({ places: [place] }: SlotCell) {
  return place && <WhyThisNumber of={{ point: place.productInstallationId, product: place.product, slotNumber: place.slotNumber }} />
}

/** The input of a count as cells of a planogram or list. */
function useCountCells(count: Count) {
  const { t } = useTranslation('stock')
  const { t: common } = useTranslation()
  const { amount, exactAmount, unitWord } = formats()
  return (place: Place): SlotCell => {
    const { slotNumber, product, currentQuantity, maxQuantity } = place
    const unit = unitAt(place)
    const counted = count[place.productInstallationId]
    const quantity = counted?.quantity ?? currentQuantity
    const isConfirmed = counted !== undefined && isAsShown(counted)
    const label =
      slotNumber === null ? t('countOfProduct', { product: product.name }) : t('countOf', { slot: slotNumber, product: product.name })
    const difference = counted ? counted.quantity - counted.base : 0
    const danger = currentQuantity < 0 ? 'belowZero' : maxQuantity !== null && currentQuantity > maxQuantity ? 'overMaximum' : null
    const hints = [
      counted && !isConfirmed
        ? t('wasShown', { base: exactAmount(counted.base, unit), quantity: exactAmount(counted.quantity, unit) })
        : danger && t(danger),
      counted && counted.base !== currentQuantity
        ? t('changedMeanwhile', { base: exactAmount(counted.base, unit), now: exactAmount(currentQuantity, unit) })
        : null,
    ].filter(Boolean)
    return {
      id: String(place.productInstallationId),
      number: slotNumber,
      product,
      places: [place],
      label,
      detail: maxQuantity === null ? t('noMaximum') : t('maximum', { amount: amount(maxQuantity, unit) }),
      quantity,
      cap: countCapOf(place),
      step: place.slotId === null ? CANISTER_STEP : 1,
      unit: unitWord(unit),
      dragFrom: quantity,
      level: { now: currentQuantity, after: quantity, max: maxQuantity },
      figures:
        maxQuantity === null
          ? amount(quantity, unit)
          : common('stockBar.of', { current: amount(quantity, unit), max: amount(maxQuantity, unit) }),
      mark: difference === 0 ? null : `${difference > 0 ? '+' : '−'}${amount(Math.abs(difference), unit)}`,
      isDone: isConfirmed,
      tap: { label: common('labelled', { label: t('asShown'), value: label }), short: t('asShown'), isOn: isConfirmed },
      hint: hints.length > 0 ? hints.join(' ') : undefined,
    }
  }
}
