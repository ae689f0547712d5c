import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheck, IconClock, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useDraft } from '#app/components/use-draft.ts'
import { isSelling } from '#app/data/outlook.ts'
import { byProduct, type MachineStock, restockCanisters, restockSlots } from '#app/data/stock.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import type { Enqueued } from '#offline/outbox.ts'
import { ActionBar } from './ActionBar.tsx'
import { ConfirmRestockDialog } from './ConfirmRestockDialog.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ExportSlotsButton } from './ExportSlotsButton.tsx'
import { PlaceCard, ProductCard } from './RestockCards.tsx'
import { capOfAll, empty, fill, fillAll, lostEntries, putInto, putProductInto, type Restock, restockLines } from './restock.ts'
import { SavedNote } from './SavedNote.tsx'
import classes from './StockCards.module.css'
import { useRecording } from './use-recording.ts'

const Draft = v.record(v.string(), v.object({ quantity: v.number(), full: v.boolean() }))
const NOTHING: Restock = {}
const GROUPINGS = ['PRODUCT', 'SLOT'] as const

/** The shortages of a machine, and the restocked quantities. */
export function RestockTab({ stock }: { stock: MachineStock }) {
  const { t } = useTranslation('stock')
  const { machine, places, isStale } = stock
  const isCoffee = machine.type === 'COFFEE'
  const typed = useDraft(machine.id, 'restock', Draft, NOTHING)
  const [grouping, setGrouping] = useLocalStorage<(typeof GROUPINGS)[number]>({
    key: 'shortagesGrouping',
    defaultValue: 'PRODUCT',
    getInitialValueInEffect: false,
  })
  const [showsFull, setShowsFull] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const recording = useRecording()
  const { hasWrong, noteWrong } = useNumberFields()

  const lines = restockLines(typed.value, places)
  // The lines may be recorded in another tab meanwhile.
  if (isAsked && lines.length === 0 && !recording.isRunning) setAsked(false)
  const isShown = (place: (typeof places)[number]) =>
    showsFull || place.currentShortage > 0 || typed.value[place.productInstallationId] !== undefined
  const shown = places.filter(isShown)
  const canBeFull = isStale || places.some(({ maxQuantity }) => maxQuantity === null)
  const hidden = places.length - shown.length
  const groups = byProduct(places, isShown)
  const changes = isCoffee || grouping === 'PRODUCT' ? new Set(lines.map(({ place }) => place.productId)).size : lines.length
  const isAllChosen = shown.length > 0 && shown.every(({ productInstallationId }) => typed.value[productInstallationId] !== undefined)

  const record = async () => {
    const operation = (): Promise<Enqueued> => {
      if (!isCoffee)
        return restockSlots(
          machine.id,
          lines.map(({ place, quantity, full }) => ({
            productInstallationId: place.productInstallationId,
            quantity,
            full,
            maximum: place.maxQuantity,
          })),
          typed.opId,
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
        typed.opId,
      )
    }
    if (await recording.run(operation)) {
      typed.clear()
      setShowsFull(false)
      toastSuccess(t('MACHINE_REFILLED_PLACEHOLDER', { machine: machine.name }))
    } else toastError(t('MACHINE_REFILLED_ERROR'))
    setAsked(false)
  }

  const errorNote = recording.error && (
    <Alert color="red" role="alert">
      {t(recording.error)}
    </Alert>
  )

  return (
    <Stack gap="md">
      <SavedNote saved={recording.saved} onDismiss={recording.dismiss} />
      <DraftOffer typed={typed} />
      <StaleNote stock={stock} />
      {isSelling(machine) && places.length > 0 && places.every(({ selling }) => selling === null) && (
        <Text size="sm" c="dimmed">
          {t('forecast:unknown')}
        </Text>
      )}
      <div className={classes.tools}>
        {!isCoffee && (
          <SegmentedControl
            aria-label={t('grouping')}
            size="md"
            value={grouping}
            onChange={(value) => setGrouping(GROUPINGS.find((name) => name === value) ?? 'PRODUCT')}
            data={GROUPINGS.map((name) => ({ value: name, label: t(name) }))}
          />
        )}
        {!isCoffee && grouping === 'PRODUCT' && shown.length > 0 && (
          <Button
            variant="subtle"
            size="md"
            onClick={() => typed.change((restock) => (isAllChosen ? empty(restock, shown) : fill(restock, shown)))}
          >
            {t(isAllChosen ? 'clearSelection' : 'selectAll')}
          </Button>
        )}
        <ExportSlotsButton stock={stock} />
      </div>

      {places.length === 0 && <EmptyState icon={<IconPackage />} title={t('machines:noPlaces')} text={t('noStockNextStep')} />}
      {places.length > 0 && shown.length === 0 && (
        <EmptyState icon={<IconCircleCheck />} title={t('MACHINE_FULL')} text={t('machineFullText')} />
      )}
      <NumberFields value={noteWrong}>
        <div className={classes.cards}>
          {isCoffee || grouping === 'PRODUCT'
            ? groups.map((group) => (
                <ProductCard
                  key={group.product.id}
                  group={group}
                  step={isCoffee ? 100 : 1}
                  isCheckable={!isCoffee}
                  lines={lines.filter(({ place }) => place.productId === group.product.id)}
                  cap={capOfAll(group.places, isStale)}
                  onQuantity={(quantity) => typed.change((restock) => putProductInto(restock, group, quantity, isStale))}
                  onMax={() => typed.change((restock) => fill(restock, group.places.filter(isShown)))}
                  onClear={() => typed.change((restock) => empty(restock, group.places))}
                />
              ))
            : shown.map((place) => (
                <PlaceCard
                  key={place.productInstallationId}
                  place={place}
                  entry={typed.value[place.productInstallationId]}
                  isStale={isStale}
                  onQuantity={(quantity) => typed.change((restock) => putInto(restock, place, quantity, isStale))}
                  onMax={() => typed.change((restock) => fill(restock, [place]))}
                />
              ))}
        </div>
      </NumberFields>
      {canBeFull && hidden > 0 && (
        <Button variant="subtle" onClick={() => setShowsFull(true)}>
          {t('showFull', { count: hidden })}
        </Button>
      )}

      {lostEntries(typed.value, places) > 0 && <Text c="orange">{t('lost', { count: lostEntries(typed.value, places) })}</Text>}
      {shown.length > 0 || lines.length > 0 ? (
        <ActionBar note={errorNote || (hasWrong && <WrongNumbers />)}>
          {lines.length === 0 ? (
            <Button size="lg" fullWidth onClick={() => typed.change(() => fillAll(places, isStale))}>
              {t('fillAll')}
            </Button>
          ) : (
            <>
              <Button size="lg" variant="default" px="md" onClick={() => typed.change((restock) => empty(restock, places))}>
                {t('clear')}
              </Button>
              <Button size="lg" px="sm" className={classes.grow} disabled={hasWrong} onClick={() => setAsked(true)}>
                {t('confirmRestock', { count: changes })}
              </Button>
            </>
          )}
        </ActionBar>
      ) : (
        errorNote
      )}
      <ConfirmRestockDialog
        isOpen={isAsked}
        stock={stock}
        lines={lines}
        isRecording={recording.isRunning}
        onCancel={() => setAsked(false)}
        onConfirm={record}
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
