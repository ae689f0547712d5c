import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { linkedMachines, linkTemplate, saveAsTemplate } from '#app/data/templates.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { MachineCard } from '#contract/machines.ts'
import { MAX_TEMPLATE_NAME_LENGTH, TemplateName } from '#contract/templates.ts'
import type { CopySource } from '../planogram.queries.ts'
import classes from './Templates.module.css'

type Props = { machine: MachineCard; hasSlots: boolean; isBusy: boolean; onCompare(source: CopySource): void }

/** The template that a machine was set up from, with the number of slots that differ. Without one, its slots can become one. */
export function MachineTemplate({ machine, hasSlots, isBusy, onCompare }: Props) {
  const { t } = useTranslation('templates')
  const { data } = useQuery(linkedMachines({ machine: machine.id }))
  const unlinking = useServerMutation(linkTemplate(machine.id))
  const why = useWhyNot()
  const [isNaming, setNaming] = useState(false)
  const link = data?.[0]
  return (
    <>
      {link && (
        <div>
          <Text>
            <Link to="/dashboard/planograms" search={{ template: link.templateId }} className={classes.link}>
              {link.templateName}
            </Link>
          </Text>
          <Text size="sm" c={link.differing > 0 ? undefined : 'dimmed'}>
            {link.differing > 0 ? t('machine.differs', { count: link.differing }) : t('machine.same')}
          </Text>
          <Group gap="xs" mt="xs">
            {link.differing > 0 && (
              <Button
                variant="light"
                size="md"
                disabled={isBusy}
                onClick={() => onCompare({ kind: 'template', id: link.templateId, name: link.templateName })}
              >
                {t('machine.compare')}
              </Button>
            )}
            <Button variant="subtle" size="md" loading={unlinking.isPending} onClick={() => unlinking.mutate(null)}>
              {t('machine.unlink')}
            </Button>
          </Group>
          <ErrorText text={unlinking.error && why(unlinking.error).text} />
        </div>
      )}
      {hasSlots && (
        <Button variant="default" size="md" leftSection={<IconTemplate size={18} aria-hidden />} onClick={() => setNaming(true)}>
          {t('machine.save')}
        </Button>
      )}
      <FormDialog opened={isNaming} onClose={() => setNaming(false)} title={t('machine.save')}>
        <NameForm machine={machine} onEnd={() => setNaming(false)} />
      </FormDialog>
    </>
  )
}

const Named = v.object({ name: TemplateName })

function NameForm({ machine, onEnd }: { machine: MachineCard; onEnd(): void }) {
  const { t } = useTranslation('templates')
  const form = useForm({ resolver: valibotResolver(Named), mode: 'onTouched', defaultValues: { name: machine.name } })
  const field = useField(form)
  const saving = useKeyedMutation(saveAsTemplate(machine.id))
  return (
    <Form
      form={form}
      submit={t('save')}
      mutation={saving}
      isPrefilled
      onCancel={onEnd}
      onSubmit={({ name }) =>
        saving.mutate(
          { name },
          {
            onSuccess: () => {
              toastSuccess(t('saved', { name }))
              onEnd()
            },
          },
        )
      }
    >
      <TextInput {...field('name')} label={t('name')} required maxLength={MAX_TEMPLATE_NAME_LENGTH} data-autofocus />
    </Form>
  )
}
