import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useDraftForm } from '#app/components/form/use-draft-form.ts'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { useField } from '#app/components/form/use-field.ts'
import { PlanogramSourceSelect, usePlanogramSources } from '#app/components/planogram/PlanogramSource.tsx'
import { PositionFields } from '#app/components/position/PositionFields.tsx'
import { isWhole, POSITION_FIELDS, positionOf, type TypedPosition } from '#app/components/position/position.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { addMachine } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { line } from '#contract/fields.ts'
import { MACHINE_NAME, MAX_MAKER_LENGTH, MachineName } from '#contract/machines.ts'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import screen from './CreateMachineScreen.module.css'
import classes from './MachineCards.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/create-machine')({ component: CreateMachineScreen })

// Drafts of earlier versions contain numbers.
const Degrees = v.pipe(v.union([v.number(), v.string()]), v.transform(String))
const Draft = v.partial(
  v.object({
    name: v.string(),
    type: v.picklist(MACHINE_TYPES),
    planogram: v.string(),
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
const EMPTY = { name: '', type: 'SNACK' as const, planogram: '', vendor: '', model: '', address: '', lat: '', lng: '' }
/** The number in a source such as `template:7`. */
const numberIn = (source: string, kind: string) => (source.startsWith(`${kind}:`) ? Number(source.slice(kind.length + 1)) : null)
const sourceIn = (source: string) => ({ copySlotsOf: numberIn(source, 'machine'), templateId: numberIn(source, 'template') })

const NewMachine = v.pipe(
  v.object({
    name: MachineName,
    type: v.picklist(MACHINE_TYPES),
    planogram: v.string(),
    vendor: line(MAX_MAKER_LENGTH),
    model: line(MAX_MAKER_LENGTH),
    ...POSITION_FIELDS,
  }),
  v.check((input) => isWhole(input)),
  v.transform(({ name, type, planogram, vendor, model, ...position }) => ({
    name,
    type,
    ...sourceIn(planogram),
    machineVendor: vendor || null,
    machineModel: model || null,
    ...positionOf(position),
  })),
)

/** Creates a machine, which needs a network; the input is kept until it succeeds. */
function CreateMachineScreen() {
  const { t } = useTranslation('machines')
  const draft = useDraft(NONE, 'new-machine', Draft, NOTHING)
  const form = useDraftForm(draft, NewMachine, EMPTY)
  const field = useField(form)
  const controlled = useControlledField(form)
  const creation = useDraftMutation(draft, addMachine)
  const [made, setMade] = useState<{ id: number; name: string } | null>(null)
  const { name, type, planogram, ...details } = form.watch()
  const sources = usePlanogramSources()
  const source = sources.get(planogram)
  const isUnfit = source !== undefined && source.type !== type
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null)
  // Earlier input is not hidden, even if it is loaded a moment later.
  const isOpen = isUnfolded ?? Object.values(details).some((value) => value !== '')
  const move = (position: Partial<TypedPosition>) => draft.change((before) => ({ ...before, ...position }))

  const create = (body: v.InferOutput<typeof NewMachine>) =>
    creation.mutate(
      { body },
      {
        onSuccess: (machine) => {
          draft.clear()
          setMade({ id: machine.id, name: machine.name })
        },
      },
    )
  if (made)
    return (
      <>
        <PageHeader
          title={t('new.title')}
          breadcrumb={[{ label: t('title'), link: { to: '/dashboard/machines' } }, { label: t('new.title') }]}
        />
        <EmptyState
          icon={<IconCircleCheck />}
          color="green"
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
        <Form
          form={form}
          onSubmit={create}
          submit={t('new.create')}
          isBlocked={isUnfit}
          mutation={creation}
          isUnsettled={creation.isUnsettled}
          isStored
        >
          <TextInput
            {...field('name')}
            label={t('field.name')}
            required
            description={t('groups:lengths', MACHINE_NAME)}
            maxLength={MACHINE_NAME.most}
          />
          <div>
            <Text component="span" size="sm" fw={500} display="block" mb={4}>
              {t('type')}
            </Text>
            <SegmentedControl
              {...controlled('type')}
              aria-label={t('type')}
              data={MACHINE_TYPES.map((value) => ({ value, label: t(value) }))}
            />
          </div>
          <PlanogramSourceSelect
            {...controlled('planogram')}
            label={t('new.planogram')}
            description={t('new.planogramHelp')}
            sources={sources}
            onChange={(chosen) => {
              controlled('planogram').onChange(chosen)
              const fitting = sources.get(chosen)
              if (fitting) controlled('type').onChange(fitting.type)
            }}
            {...(isUnfit && { error: t('new.planogramType', { source: source.name, type: t(source.type) }) })}
          />
          <details open={isOpen} onToggle={({ currentTarget: { open } }) => setUnfolded(open)}>
            <summary className={screen.more}>{t('groups:moreDetails')}</summary>
            <div className={classes.fields}>
              <div className={classes.pair}>
                <TextInput {...field('vendor')} label={t('field.vendor')} maxLength={MAX_MAKER_LENGTH} />
                <TextInput {...field('model')} label={t('field.model')} maxLength={MAX_MAKER_LENGTH} />
              </div>
              {isOpen && <PositionFields name={name || t('new.unnamed')} value={details} onChange={move} />}
            </div>
          </details>
        </Form>
        <LinkButton to="/dashboard/import" {...FLUSH} size="md" mt="sm">
          {t('import')}
        </LinkButton>
      </Card>
    </>
  )
}
