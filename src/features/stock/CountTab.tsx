import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconChecks, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { useDraft } from '#app/components/use-draft.ts'
import { changeInventory, type MachineStock } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import type { ChangeReason } from '#domain/stock/movements.ts'
import { ActionBar } from './ActionBar.tsx'
import { ConfirmCountDialog } from './ConfirmCountDialog.tsx'
import { CountCard } from './CountCard.tsx'
import { type Count, changesOf, confirmAllAsShown, confirmAsShown, countAs } from './count.ts'
import { DraftOffer } from './DraftOffer.tsx'
import { lostEntries } from './restock.ts'
import { SavedNote } from './SavedNote.tsx'
import classes from './StockCards.module.css'
import { useRecording } from './use-recording.ts'

const Draft = v.record(v.string(), v.object({ quantity: v.number(), base: v.number() }))
const NOTHING: Count = {}
const Note = v.object({ text: v.optional(v.string()) })
const NO_NOTE: v.InferOutput<typeof Note> = {}

/** A constant list, because the query is cached by it. */
const OF_STOCK = ['MACHINE_REFILLED', 'MACHINE_STOCK_CHANGED'] as const

/** The user's count of a machine's stock, and the reason for differences. */
export function CountTab({ stock: { machine, places } }: { stock: MachineStock }) {
  const { t } = useTranslation('stock')
  const typed = useDraft(machine.id, 'count', Draft, NOTHING)
  const note = useDraft(machine.id, 'note', Note, NO_NOTE)
  const [isAsked, setAsked] = useState(false)
  const recording = useRecording()
  const { hasWrong, noteWrong } = useNumberFields()
  const changes = changesOf(typed.value, places)
  // The changes may be recorded in another tab meanwhile.
  if (isAsked && changes.length === 0 && !recording.isRunning) setAsked(false)
  const isCoffee = machine.type === 'COFFEE'

  const record = async (type: ChangeReason) => {
    const stocks = changes.map(({ place, quantity, base }) => ({ place: { ...place, currentQuantity: base }, quantity }))
    if (await recording.run(() => changeInventory(machine, { note: note.value.text?.trim() ?? '', type, stocks }, typed.opId))) {
      typed.clear()
      note.clear()
      toastSuccess(t(isCoffee ? 'CHANGES_SAVED' : 'INVENTORY_UPDATED'))
    } else toastError(t('ERROR'))
    setAsked(false)
  }

  const errorNote = recording.error && (
    <Alert color="red" role="alert">
      {t(recording.error)}
    </Alert>
  )

  if (places.length === 0) return <EmptyState icon={<IconPackage />} title={t('noStock')} text={t('noStockNextStep')} />
  return (
    <Stack gap="md">
      <SavedNote saved={recording.saved} onDismiss={recording.dismiss} />
      <DraftOffer typed={typed} />
      <Button
        size="lg"
        variant="default"
        leftSection={<IconChecks aria-hidden />}
        onClick={() => typed.change((count) => confirmAllAsShown(count, places))}
      >
        {t('allAsShown')}
      </Button>
      <NumberFields value={noteWrong}>
        <div className={classes.cards}>
          {places.map((place) => (
            <CountCard
              key={place.productInstallationId}
              place={place}
              counted={typed.value[place.productInstallationId]}
              step={isCoffee ? 100 : 1}
              onQuantity={(quantity) => typed.change((count) => countAs(count, place, quantity))}
              onAsShown={() => typed.change((count) => confirmAsShown(count, place))}
            />
          ))}
        </div>
      </NumberFields>
      {lostEntries(typed.value, places) > 0 && <Text c="orange">{t('lost', { count: lostEntries(typed.value, places) })}</Text>}
      <Card aria-label={t('activity:stockTitle')}>
        <Title order={2} size="h4" mb="xs">
          {t('activity:stockTitle')}
        </Title>
        <ActivityFeed machine={machine.id} types={OF_STOCK} />
      </Card>
      {changes.length > 0 ? (
        <ActionBar note={errorNote || (hasWrong && <WrongNumbers />)}>
          <Button size="lg" variant="default" px="md" onClick={typed.clear}>
            {t('clear')}
          </Button>
          <Button size="lg" px="sm" className={classes.grow} disabled={hasWrong} onClick={() => setAsked(true)}>
            {t('confirmChanges', { count: changes.length })}
          </Button>
        </ActionBar>
      ) : (
        errorNote
      )}
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
