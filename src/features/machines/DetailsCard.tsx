import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { changeMachine } from '#app/data/machine-today.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import { line } from '#contract/fields.ts'
import { MACHINE_NAME, MAX_MAKER_LENGTH, type Machine, MachineName } from '#contract/machines.ts'
import { TitledCard } from './TitledCard.tsx'

const valuesOf = ({ name, vendor, model }: Machine) => ({ name, vendor: vendor ?? '', model: model ?? '' })
const Model = line(MAX_MAKER_LENGTH)

/** Name, maker and model; the type follows from the machine. */
export function DetailsCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  // A name older than the limits stays until it is changed.
  const schema = v.object({ name: v.union([v.literal(machine.name), MachineName]), vendor: Model, model: Model })
  const { form, submitted } = useStoredForm(schema, valuesOf(machine))
  const field = useField(form)
  const change = useServerMutation(changeMachine(machine.id))
  const isRenamed = form.formState.dirtyFields.name === true
  const save = ({ name, vendor, model }: v.InferOutput<typeof schema>) => {
    const show = submitted()
    change.mutate(changedFields({ name, vendor: vendor || null, model: model || null }, machine), {
      onSuccess: () => {
        show()
        toastSuccess(t('saved'))
      },
    })
  }
  return (
    <TitledCard title={t('details')}>
      <Form form={form} onSubmit={save} submit={t('save')} mutation={change}>
        <TextInput
          {...field('name')}
          label={t('field.name')}
          maxLength={Math.max(MACHINE_NAME.most, machine.name.length)}
          description={isRenamed ? t('groups:lengths', MACHINE_NAME) : null}
          required
        />
        {(['vendor', 'model'] as const).map((name) => (
          <TextInput key={name} {...field(name)} label={t(`field.${name}`)} maxLength={MAX_MAKER_LENGTH} />
        ))}
        <Text>{t('common:labelled', { label: t('type'), value: t(machine.type) })}</Text>
      </Form>
    </TitledCard>
  )
}
