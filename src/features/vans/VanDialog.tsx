import { valibotResolver } from '@hookform/resolvers/valibot'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { MAX_VAN_PIECES, NewVan, VAN_NAME, type Van } from '#contract/vans.ts'
import { addVan, changeVan, drivers } from './vans.queries.ts'

type Props = { van: Van | null; onClose(): void }

export function VanDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('vans')
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t(props.van ? 'edit' : 'add')}>
      <VanForm key={props.van?.id ?? 0} {...props} />
    </FormDialog>
  )
}

const NONE = ''
const Schema = v.object({ name: NewVan.entries.name, driver: v.string(), maxPieces: v.nullable(v.number()), isActive: v.boolean() })

/** The name of a van and its driver. A van that is out of use has no driver. */
function VanForm({ van: current, onClose }: Props) {
  const { t } = useTranslation('vans')
  const [van] = useState(current)
  const { data: people = [] } = useQuery(drivers())
  const form = useForm({
    resolver: valibotResolver(Schema),
    mode: 'onTouched',
    defaultValues: {
      name: van?.name ?? '',
      driver: van?.driver ? String(van.driver.id) : NONE,
      maxPieces: van?.maxPieces ?? null,
      isActive: van?.isActive ?? true,
    },
  })
  const field = useField(form)
  const switchField = useSwitchField(form)
  // Controlled, because its options load after it has its value.
  const controlled = useControlledField(form)
  const driver = controlled('driver')
  const callbacks = {
    onSuccess: () => {
      toastSuccess(t('saved'))
      onClose()
    },
    onError: () => toastError(t('machines:operationFailed')),
  }
  const addition = useKeyedMutation({ ...addVan, ...callbacks })
  const change = useKeyedMutation({ ...changeVan, ...callbacks })
  const isActive = form.watch('isActive')
  // The driver stays selectable until the list of people has loaded.
  const known = people.some(({ id }) => id === van?.driver?.id) || !van?.driver ? people : [van.driver, ...people]
  const save = ({ name, driver: chosen, maxPieces, ...rest }: v.InferOutput<typeof Schema>) => {
    const driverId = chosen === NONE ? null : Number(chosen)
    if (!van) return addition.mutate({ body: { name, driverId, maxPieces } })
    const fields = rest.isActive ? { name, driverId, maxPieces, isActive: true } : { name, maxPieces, isActive: false }
    change.mutate({ id: van.id, body: changedFields(fields, { ...van, driverId: van.driver?.id ?? null }) })
  }
  return (
    <Form
      form={form}
      submit={t('save')}
      mutation={van ? change : addition}
      isUnsettled={(van ? change : addition).isUnsettled}
      onCancel={onClose}
      onSubmit={save}
    >
      <TextInput {...field('name')} label={t('name')} required maxLength={VAN_NAME} data-autofocus />
      {isActive && (
        <NativeSelect
          {...driver}
          onChange={({ currentTarget: { value } }) => driver.onChange(value)}
          label={t('driver')}
          description={t('driverHelp')}
          data={[{ value: NONE, label: t('noDriver') }, ...known.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      )}
      <NumberInput
        {...controlled('maxPieces')}
        label={t('maxPieces')}
        description={t('maxPiecesHelp')}
        min={1}
        max={MAX_VAN_PIECES}
        step={50}
        unit={t('products:short.pcs')}
      />
      {van && <Switch {...switchField('isActive')} label={t('inUse')} description={t('inUseHelp')} />}
    </Form>
  )
}
