import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheck, IconClock, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SlotBoard } from '#app/components/planogram/SlotBoard.tsx'
import type { SlotCell } from '#app/components/planogram/slot-cell.ts'
import { useSlotsView } from '#app/components/planogram/use-slots-view.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { isSelling } from '#app/data/outlook.ts'
import { ownRounds, stopAfter, todaysRound } from '#app/data/rounds.ts'
import { byProduct, type MachineStock, type Place, restockCanisters, restockSlots } from '#app/data/stock.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { toastError } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import type { MachineId } from '#domain/ids.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { ActionBar } from './ActionBar.tsx'
import { dateFromText, noteBestBefores } from './best-before.ts'
import { ConfirmRestockDialog } from './ConfirmRestockDialog.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ExportSlotsButton } from './ExportSlotsButton.tsx'
import { NextMachineButton } from './NextMachine.tsx'
import {
  empty,
  fill,
  fillAll,
  lostEntries,
  putInto,
  putProductInto,
  type RestockLine,
  restockLines,
  totalOf,
  withBestBefore,
} from './restock.ts'
import { SavedNote } from './SavedNote.tsx'
import classes from './StockCards.module.css'
import type { StockArea } from './stock-area.ts'
import { useClearing } from './use-clearing.ts'
import { useRecording } from './use-recording.ts'
import { useRestockCells } from './use-restock-cells.ts'
import { NO_RESTOCK, RestockDraft } from './VisitHead.tsx'

const GROUPINGS = ['PRODUCT', 'SLOT'] as const

/** The shortages of a machine, and the restocked quantities. */
export function RestockTab({ stock, area }: { stock: MachineStock; area: StockArea }) {
  const { t } = useTranslation('stock')
  const { machine, places, isStale } = stock
  const isCoffee = machine.type === 'COFFEE'
  const recording = useRecording(machine.id)
  const typed = recording.shownInput(useDraft(machine.id, 'restock', RestockDraft, NO_RESTOCK), stock, NO_RESTOCK)
  const clear = useClearing(typed)
  const [grouping, setGrouping] = useLocalStorage<(typeof GROUPINGS)[number]>({
    key: 'shortagesGrouping',
    defaultValue: 'PRODUCT',
    getInitialValueInEffect: false,
  })
  const [showsFull, setShowsFull] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { hasWrong, noteWrong } = useNumberFields()
  const navigate = useNavigate()
  const next = useNextStop(machine.id, area)
  const { ofPlace, ofProduct } = useRestockCells(typed.value, isStale)

  const lines = restockLines(typed.value, places)
  // The shown stock contains the lines, recorded here or in another tab.
  if (isAsked && lines.length === 0) setAsked(false)
  const isShown = (place: Place) => showsFull || place.currentShortage > 0 || typed.value[place.productInstallationId] !== undefined
  const shown = places.filter(isShown)
  const canBeFull = isStale || places.some(({ maxQuantity }) => maxQuantity === null)
  const hidden = places.length - shown.length
  const allGroups = byProduct(places)
  const groups = byProduct(places, isShown)
  const [view] = useSlotsView()
  const isByProduct = isCoffee || (view === 'LIST' && grouping === 'PRODUCT')
  const changes = isByProduct ? new Set(lines.map(({ place }) => place.productId)).size : lines.length
  const isAllChosen = shown.length > 0 && shown.every(({ productInstallationId }) => typed.value[productInstallationId] !== undefined)
  const groupOf = ({ number, product }: SlotCell) =>
    number === null ? allGroups.find((group) => group.product.id === product.id) : undefined

  const setQuantity = (cell: SlotCell, quantity: number) =>
    typed.change((restock) => {
      const [place] = cell.places
      const group = groupOf(cell)
      return group ? putProductInto(restock, group, quantity, isStale) : place ? putInto(restock, place, quantity, isStale) : restock
    })
  const tap = (cell: SlotCell) =>
    typed.change((restock) =>
      cell.tap?.isOn ? empty(restock, cell.places) : fill(restock, cell.places.length > 1 ? cell.places.filter(isShown) : cell.places),
    )

  const record = async () => {
    const operation = () => recordRestock(stock, lines, typed.opId)
    const what = isCoffee
      ? t('outbox:does.fill', { count: changes, machine: machine.name })
      : t('outbox:does.restock', { count: totalOf(lines), machine: machine.name })
    const words = { done: t('MACHINE_REFILLED_PLACEHOLDER', { machine: machine.name }), what }
    const isRecorded = await typed.record(() => recording.run(operation, typed, words))
    if (isRecorded) {
      noteBestBefores(lines)
      setShowsFull(false)
    } else toastError(t('MACHINE_REFILLED_ERROR'))
    setAsked(false)
    return isRecorded
  }
  const goOn = async (to: MachineId) => {
    if (await record()) await navigate(area.machine(to))
  }

  const errorNote = recording.error && (
    <Alert color="red" role="alert">
      {t(recording.error)}
    </Alert>
  )
  const isFull = places.length > 0 && shown.length === 0
  const grouped = (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label={t('grouping')}
        size="md"
        value={grouping}
        onChange={(value) => setGrouping(GROUPINGS.find((name) => name === value) ?? 'PRODUCT')}
        data={GROUPINGS.map((name) => ({ value: name, label: t(name) }))}
      />
      {grouping === 'PRODUCT' && shown.length > 0 && (
        <Button
          variant="subtle"
          size="md"
          onClick={() => typed.change((restock) => (isAllChosen ? empty(restock, shown) : fill(restock, shown)))}
        >
          {t(isAllChosen ? 'clearSelection' : 'selectAll')}
        </Button>
      )}
    </div>
  )

  return (
    <Stack gap="sm" className={classes.tab}>
      <SavedNote saved={recording.saved} onDismiss={recording.dismiss} />
      <DraftOffer typed={typed} />
      <StaleNote stock={stock} />
      {isSelling(machine) && places.length > 0 && places.every(({ selling }) => selling === null) && (
        <Text size="sm" c="dimmed">
          {t('forecast:unknown')}
        </Text>
      )}
      {places.length === 0 && <EmptyState icon={<IconPackage />} title={t('machines:noPlaces')} text={t('noStockNextStep')} />}
      {isFull && <EmptyState icon={<IconCircleCheck />} title={t('MACHINE_FULL')} text={t('machineFullText')} />}
      {shown.length > 0 && (
        <NumberFields value={noteWrong}>
          <SlotBoard
            label={t('board.restock', { machine: machine.name })}
            type={machine.type}
            slots={isCoffee ? allGroups.map(ofProduct) : places.map(ofPlace)}
            list={{
              cells: isByProduct ? groups.map(ofProduct) : shown.map(ofPlace),
              isCheckable: !isCoffee && isByProduct,
              above: !isCoffee && grouped,
            }}
            help={t('board.help')}
            onTap={tap}
            onQuantity={setQuantity}
          />
        </NumberFields>
      )}
      <div className={classes.tools}>
        {canBeFull && hidden > 0 && (
          <Button variant="subtle" size="md" onClick={() => setShowsFull(true)}>
            {t('showFull', { count: hidden })}
          </Button>
        )}
        <ExportSlotsButton stock={stock} />
      </div>

      {lostEntries(typed.value, places) > 0 && <Text c="orange">{t('lost', { count: lostEntries(typed.value, places) })}</Text>}
      <ActionBar note={errorNote || (hasWrong && <WrongNumbers />)}>
        {lines.length > 0 ? (
          <>
            <Button className={classes.action} variant="default" px="md" onClick={() => clear((restock) => empty(restock, places))}>
              {t('clear')}
            </Button>
            <Button px="sm" className={`${classes.action} ${classes.grow}`} disabled={hasWrong} onClick={() => setAsked(true)}>
              {t('confirmRestock', { count: changes })}
            </Button>
          </>
        ) : shown.length > 0 ? (
          <Button className={`${classes.action} ${classes.grow}`} onClick={() => typed.change(() => fillAll(places, isStale))}>
            {t('fillAll')}
          </Button>
        ) : (
          <NextMachineButton machineId={machine.id} area={area} />
        )}
      </ActionBar>
      <ConfirmRestockDialog
        isOpen={isAsked}
        stock={stock}
        lines={lines}
        isRecording={recording.isRunning}
        onBestBefore={({ place }, date) => typed.change((restock) => withBestBefore(restock, place, date))}
        onCancel={() => setAsked(false)}
        onConfirm={() => void record()}
        next={next === null ? null : () => void goOn(next)}
      />
    </Stack>
  )
}

/** Shows the age of stale stock, and its effect on quantities. */
function StaleNote({ stock: { asOf, isStale } }: { stock: MachineStock }) {
  if (!isStale) return null
  return asOf === null ? <Note age={null} /> : <Aged asOf={asOf} />
}

const Aged = ({ asOf }: { asOf: number }) => <Note age={useAge(asOf)} />

function Note({ age }: { age: string | null }) {
  const { t } = useTranslation('stock')
  return (
    <Alert color="orange" variant="light" icon={<IconClock aria-hidden />}>
      {age === null ? t('staleUnknown') : t('stale', { age })}
    </Alert>
  )
}

function recordRestock({ machine }: MachineStock, lines: readonly RestockLine[], opId: string | undefined): Promise<Enqueued> {
  if (machine.type !== 'COFFEE')
    return restockSlots(
      machine.id,
      lines.map(({ place, quantity, full, bestBefore = '' }) => ({
        productInstallationId: place.productInstallationId,
        quantity,
        full,
        maximum: place.maxQuantity,
        bestBefore: dateFromText(bestBefore),
      })),
      opId,
    )
  const canisters = byProduct(lines.map(({ place }) => place))
  return restockCanisters(
    machine.id,
    canisters.map(({ product }) => {
      const own = lines.filter(({ place }) => place.productId === product.id)
      return {
        productId: product.id,
        quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
        full: own.every(({ full }) => full),
        maximum: own[0]?.place.maxQuantity ?? null,
      }
    }),
    opId,
  )
}

/** The machine of the next stop while the user is at a stop of today's round; null elsewhere, and at the last one. */
function useNextStop(here: MachineId, area: StockArea): MachineId | null {
  const { data: rounds = [] } = useQuery({ ...ownRounds(), enabled: area.isVisit ?? false })
  const isStop = todaysRound(rounds)?.stops.some(({ machineId }) => machineId === here) ?? false
  return isStop ? (stopAfter(rounds, here)?.machineId ?? null) : null
}
