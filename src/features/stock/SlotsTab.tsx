import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconPackage } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useDraft } from '#app/components/use-draft.ts'
import { getSession } from '#app/data/device.ts'
import { catalogue, editSlots, machineSlots, unsentSlotEdits } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import { ActionBar } from './ActionBar.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { IngredientsCard } from './IngredientsCard.tsx'
import { SavedNote } from './SavedNote.tsx'
import { SlotList } from './SlotList.tsx'
import { SlotsPanel } from './SlotsPanel.tsx'
import classes from './SlotsTab.module.css'
import { type SlotChanges, slotEdits } from './slot-changes.ts'
import { useRecording } from './use-recording.ts'

const Fields = v.partial(
  v.object({ productId: v.nullable(v.number()), vendPrice: v.nullable(v.number()), maxQuantity: v.nullable(v.number()) }),
)
const Draft = v.record(v.string(), v.object({ fields: Fields, base: Fields }))
const NOTHING: SlotChanges = {}
const NONE_UNSENT: ReadonlySet<number> = new Set()

/** Product, price and maximum of each slot. All roles read; managers edit, and set up slots if there is a panel. */
export function SlotsTab({ stock, hasPanel }: { stock: MachineStock; hasPanel: boolean }) {
  const { t } = useTranslation('stock')
  const { machine, places } = stock
  const { data: slots } = useSuspenseQuery(machineSlots(machine.id))
  const { data: products } = useSuspenseQuery(catalogue())
  const { data: unsent = NONE_UNSENT } = useQuery(unsentSlotEdits(machine.id))
  const typed = useDraft(machine.id, 'slots', Draft, NOTHING)
  const recording = useRecording()
  const { hasWrong, noteWrong } = useNumberFields()
  const panel = useRef<HTMLDivElement>(null)
  const canEdit = getSession().account.companyRole === 'ROLE_MANAGER'
  const edits = slots ? slotEdits(typed.value, slots) : []

  const save = async () => {
    if (await recording.run(() => editSlots(machine.id, edits, typed.opId))) {
      typed.clear()
      toastSuccess(t('CHANGES_SAVED'))
    } else toastError(t('SAVE_ERROR'))
  }

  const errorNote = recording.error && (
    <Alert color="red" role="alert">
      {t(recording.error)}
    </Alert>
  )
  const list = (
    <Stack gap="md" className={classes.list}>
      <SavedNote saved={recording.saved} onDismiss={recording.dismiss} />
      <DraftOffer typed={typed} />
      {canEdit && hasPanel && (
        <Button
          variant="light"
          size="md"
          className={classes.toPanel}
          leftSection={<IconArrowDown size={18} aria-hidden />}
          onClick={() => {
            panel.current?.scrollIntoView()
            panel.current?.querySelector('input')?.focus({ preventScroll: true })
          }}
        >
          {t('panel.goTo')}
        </Button>
      )}
      {!canEdit && (
        <Text size="sm" c="dimmed">
          {t('products.readOnly')}
        </Text>
      )}
      {!slots || slots.length === 0 ? (
        <EmptyState
          icon={<IconPackage />}
          title={t('products.noSlots')}
          text={t(canEdit && hasPanel ? 'products.noSlotsCreate' : 'products.noSlotsNextStep')}
        />
      ) : (
        <NumberFields value={noteWrong}>
          <SlotList
            stock={stock}
            slots={slots}
            products={products}
            changes={typed.value}
            unsent={unsent}
            canEdit={canEdit}
            onChange={typed.change}
          />
        </NumberFields>
      )}
      {machine.type === 'COFFEE' && (
        <IngredientsCard machine={machine} places={places} slots={slots ?? []} products={products} canEdit={canEdit} />
      )}
      {edits.length > 0 ? (
        <ActionBar note={errorNote || (hasWrong && <WrongNumbers />)}>
          <Button size="lg" variant="default" px="md" onClick={typed.clear}>
            {t('clear')}
          </Button>
          <Button size="lg" px="sm" className={classes.grow} loading={recording.isRunning} disabled={hasWrong} onClick={save}>
            {t('products.save', { count: edits.length })}
          </Button>
        </ActionBar>
      ) : (
        errorNote
      )}
    </Stack>
  )
  if (!canEdit || !hasPanel) return list
  return (
    <div className={classes.columns}>
      <SlotsPanel ref={panel} machine={machine} slots={slots ?? []} products={products} hasChanges={edits.length > 0} />
      {list}
    </div>
  )
}
