import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconApps, IconArrowDown, IconPackage, IconPackages, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ProductDialog } from '#app/components/products/ProductDialog.tsx'
import { useDraft } from '#app/components/use-draft.ts'
import { getSession } from '#app/data/device.ts'
import { catalogue, editSlots, machineSlots, type Slot, unsentSlotEdits } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { ActionBar } from './ActionBar.tsx'
import { CopySlotsCard } from './CopySlotsCard.tsx'
import { CreateSlotCard } from './CreateSlotCard.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { IngredientsCard } from './IngredientsCard.tsx'
import { addSlot } from './planogram.queries.ts'
import { SavedNote } from './SavedNote.tsx'
import { SlotList } from './SlotList.tsx'
import slotsPanelClasses from './SlotsPanel.module.css'
import classes from './SlotsTab.module.css'
import { type SlotChanges, slotEdits } from './slot-changes.ts'
import { useClearing } from './use-clearing.ts'
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
  const clear = useClearing(typed)
  const recording = useRecording(machine.id)
  const { hasWrong, noteWrong } = useNumberFields()
  const panel = useRef<HTMLDivElement>(null)
  const canEdit = getSession().account.companyRole === 'ROLE_MANAGER'
  const edits = slots ? slotEdits(typed.value, slots) : []

  const save = async () => {
    if (await typed.record(() => recording.run(() => editSlots(machine.id, edits, typed.opId), typed))) {
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
          <Button size="lg" variant="default" px="md" onClick={() => clear(() => NOTHING)}>
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

type Props = { ref?: Ref<HTMLDivElement>; machine: MachineCard; slots: readonly Slot[]; products: readonly Product[]; hasChanges: boolean }

const INVENTORY: string = '/dashboard/inventory'

/** A manager's tools to set up a machine: a slot, a product, or the settings of another machine. */
function SlotsPanel({ ref, machine, slots, products, hasChanges }: Props) {
  const { t } = useTranslation('stock')
  const router = useRouter()
  const [isNew, setNew] = useState(false)
  return (
    <div ref={ref} className={slotsPanelClasses.panel}>
      <CreateSlotCard type={machine.type} slots={slots} products={products} create={addSlot(machine.id)} />
      <Card aria-label={t('panel.quick')} className={slotsPanelClasses.quick}>
        <Title order={2} size="h3">
          {t('panel.quick')}
        </Title>
        <Button variant="light" justify="start" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {t('panel.createProduct')}
        </Button>
        <LinkButton to="/dashboard/assortment" variant="subtle" justify="start" leftSection={<IconApps size={18} aria-hidden />}>
          {t('panel.assortment')}
        </LinkButton>
        {INVENTORY in router.routesByPath && (
          <Button
            component="a"
            href={INVENTORY}
            variant="subtle"
            justify="start"
            leftSection={<IconPackages size={18} aria-hidden />}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              void router.navigate({ href: INVENTORY })
            }}
          >
            {t('panel.inventory')}
          </Button>
        )}
      </Card>
      <CopySlotsCard machine={machine} slots={slots} products={products} hasChanges={hasChanges} />
      <ProductDialog opened={isNew} onClose={() => setNew(false)} />
    </div>
  )
}
