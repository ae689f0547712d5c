import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useDraft } from '#app/components/use-draft.ts'
import { openHere } from '#app/data/device.ts'
import { catalogue, editSlots, machineSlots, unsentSlotEdits } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { ActionBar } from './ActionBar.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { IngredientsCard } from './IngredientsCard.tsx'
import { SavedNote } from './SavedNote.tsx'
import { SlotRow } from './SlotRow.tsx'
import classes from './SlotsTab.module.css'
import { changeField, packagingsFor, type SlotChanges, slotEdits, typedSlot } from './slot-changes.ts'
import { useRecording } from './use-recording.ts'

const Fields = v.partial(
  v.object({ productId: v.nullable(v.number()), vendPrice: v.nullable(v.number()), maxQuantity: v.nullable(v.number()) }),
)
const Draft = v.record(v.string(), v.object({ fields: Fields, base: Fields }))
const NOTHING: SlotChanges = {}
const NONE_UNSENT: ReadonlySet<number> = new Set()

/** What is set up to lie where, at what price and how much of it. Everybody reads; managers edit. */
export function SlotsTab({ stock: { machine, places } }: { stock: MachineStock }) {
  const { t } = useTranslation('stock')
  const { data: slots } = useSuspenseQuery(machineSlots(machine.id))
  const { data: products } = useSuspenseQuery(catalogue())
  const { data: unsent = NONE_UNSENT } = useQuery(unsentSlotEdits(machine.id))
  const typed = useDraft(machine.id, 'slots', Draft, NOTHING)
  const recording = useRecording()
  const canEdit = openHere().account.companyRole === 'ROLE_MANAGER'
  const isSnack = machine.type === 'SNACK'

  const byId = useMemo(() => new Map(products.map((product) => [product.id, product])), [products])
  const choices = useMemo(() => {
    const fitting = packagingsFor(machine.type)
    return products
      .filter(({ packaging, deleted }) => fitting.includes(packaging) && !deleted)
      .map(({ id, name }) => ({ value: String(id), label: name }))
  }, [products, machine.type])
  const edits = slots ? slotEdits(typed.value, slots) : []

  const save = async () => {
    if (await recording.run(() => editSlots(machine.id, edits, typed.opId))) {
      typed.clear()
      toastSuccess(t('CHANGES_SAVED'))
    } else toastError(t('SAVE_ERROR'))
  }

  const trouble = recording.trouble && (
    <Alert color="red" role="alert">
      {t(recording.trouble)}
    </Alert>
  )

  return (
    <Stack gap="md">
      <SavedNote saved={recording.saved} onDismiss={recording.dismiss} />
      <DraftOffer typed={typed} />
      {!canEdit && (
        <Text size="sm" c="dimmed">
          {t('products.readOnly')}
        </Text>
      )}
      {!slots || slots.length === 0 ? (
        <EmptyState icon={<IconPackage />} title={t('products.noSlots')} text={t('products.noSlotsNextStep')} />
      ) : (
        <Card>
          <Table className={classes.table} verticalSpacing="xs">
            <Table.Caption className={classes.caption}>{t('products.caption', { machine: machine.name })}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('products.slot')}</Table.Th>
                <Table.Th scope="col">{t('products.product')}</Table.Th>
                <Table.Th scope="col">{t('products.price')}</Table.Th>
                {isSnack && <Table.Th scope="col">{t('products.maximum')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {slots.map((slot) => {
                const shown = typedSlot(slot, typed.value)
                return (
                  <SlotRow
                    key={slot.slotId}
                    slot={shown}
                    product={shown.productId === null ? undefined : byId.get(shown.productId)}
                    choices={choices}
                    canEdit={canEdit}
                    hasMaximum={isSnack}
                    isChanged={typed.value[slot.slotId] !== undefined}
                    isUnsent={unsent.has(slot.slotId)}
                    onChange={(field, value) => typed.change((changes) => changeField(changes, slot, field, value))}
                  />
                )
              })}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      {machine.type === 'COFFEE' && <IngredientsCard machine={machine} places={places} />}
      {edits.length > 0 ? (
        <ActionBar note={trouble}>
          <Button size="lg" variant="default" px="md" onClick={typed.clear}>
            {t('clear')}
          </Button>
          <Button size="lg" px="sm" className={classes.grow} loading={recording.isRunning} onClick={save}>
            {t('products.save', { count: edits.length })}
          </Button>
        </ActionBar>
      ) : (
        trouble
      )}
    </Stack>
  )
}
