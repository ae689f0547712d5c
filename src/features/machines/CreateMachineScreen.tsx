import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { addMachine } from '#app/data/machine-today.ts'
import { sendAll } from '#app/data/outbox.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { MACHINE_NAME } from '#contract/machines.ts'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import screen from './CreateMachineScreen.module.css'
import classes from './MachineCards.module.css'
import { isWhole, PositionFields, positionOf } from './PositionFields.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/create-machine')({ component: CreateMachineScreen })

// Drafts of earlier versions contain numbers.
const Degrees = v.pipe(v.union([v.number(), v.string()]), v.transform(String))
const Draft = v.partial(
  v.object({
    name: v.string(),
    type: v.picklist(MACHINE_TYPES),
    vendor: v.string(),
    model: v.string(),
    address: v.string(),
    lat: Degrees,
    lng: Degrees,
  }),
)
const NOTHING: v.InferOutput<typeof Draft> = {}
/** The draft belongs to no machine yet. */
const NONE = 0
const LONGEST = 100

/** Creates a machine, which needs a network; the input is kept until it succeeds. */
function CreateMachineScreen() {
  const { t } = useTranslation('machines')
  const typed = useDraft(NONE, 'new-machine', Draft, NOTHING)
  const { isBusy, trouble, ask } = useAsking()
  const [made, setMade] = useState<{ id: number; name: string } | null>(null)
  const { name = '', type = 'SNACK', vendor = '', model = '', address = '', lat = '', lng = '' } = typed.value
  const position = { address, lat, lng }
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null)
  // Earlier input is not hidden, even if it is loaded a moment later.
  const isOpen = isUnfolded ?? [vendor, model, address, lat, lng].some((word) => word !== '')
  const change = (fields: v.InferOutput<typeof Draft>) => typed.change((before) => ({ ...before, ...fields }))

  const create = async () => {
    const words = { machineVendor: vendor.trim() || null, machineModel: model.trim() || null }
    const body = { name: name.trim(), type, ...words, ...positionOf(position) }
    const { opId } = typed
    const machine = opId && (await ask(() => addMachine(body, opId)))
    if (!machine) return
    typed.clear()
    // Its page is rendered from local data.
    await sendAll()
    setMade({ id: machine.id, name: machine.name })
  }
  if (made)
    return (
      <>
        <PageHeader
          title={t('new.title')}
          breadcrumb={[{ label: t('title'), link: { to: '/dashboard/machines' } }, { label: t('new.title') }]}
        />
        <EmptyState
          icon={<IconCircleCheck />}
          color="teal"
          title={t('new.done', { machine: made.name })}
          text={t('new.nextStep')}
          action={
            <Group justify="center" gap="sm">
              <LinkButton to="/dashboard/machines/$machineId" params={{ machineId: String(made.id) }} search={{ tab: 'settings' }}>
                {t('new.configure')}
              </LinkButton>
              <Button variant="default" onClick={() => setMade(null)}>
                {t('new.another')}
              </Button>
            </Group>
          }
        />
      </>
    )
  return (
    <>
      <PageHeader
        title={t('new.title')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/machines' } }, { label: t('new.title') }]}
      />
      <Card aria-label={t('new.title')} className={screen.card}>
        <form
          className={classes.fields}
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <TextInput
            label={t('field.name')}
            required
            description={t('groups:lengths', MACHINE_NAME)}
            maxLength={MACHINE_NAME.most}
            value={name}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          <div>
            <Text component="span" size="sm" fw={500} display="block" mb={4}>
              {t('type')}
            </Text>
            <SegmentedControl
              size="md"
              aria-label={t('type')}
              value={type}
              onChange={(chosen) => change({ type: MACHINE_TYPES.find((one) => one === chosen) ?? 'SNACK' })}
              data={MACHINE_TYPES.map((value) => ({ value, label: t(value) }))}
            />
          </div>
          <details open={isOpen} onToggle={({ currentTarget: { open } }) => setUnfolded(open)}>
            <summary className={screen.more}>{t('groups:moreDetails')}</summary>
            <div className={classes.fields}>
              <div className={classes.pair}>
                <TextInput
                  label={t('field.vendor')}
                  maxLength={LONGEST}
                  value={vendor}
                  onChange={({ currentTarget: { value } }) => change({ vendor: value })}
                />
                <TextInput
                  label={t('field.model')}
                  maxLength={LONGEST}
                  value={model}
                  onChange={({ currentTarget: { value } }) => change({ model: value })}
                />
              </div>
              {isOpen && <PositionFields name={name || t('new.unnamed')} value={position} onChange={change} />}
            </div>
          </details>
          <ErrorText text={trouble} />
          <div className={classes.buttons}>
            <Button type="submit" size="md" loading={isBusy} disabled={name.trim().length < MACHINE_NAME.least || !isWhole(position)}>
              {t('new.create')}
            </Button>
            <LinkButton to="/dashboard/import" variant="subtle" size="md">
              {t('import')}
            </LinkButton>
          </div>
        </form>
      </Card>
    </>
  )
}
