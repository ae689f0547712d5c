import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { addTemplate, templates } from '#app/data/templates.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { MAX_TEMPLATE_NAME_LENGTH, type TemplateCard, TemplateName } from '#contract/templates.ts'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Templates.module.css'

/** The templates of the company, with the machines that differ from them. */
export function TemplateList() {
  const { t } = useTranslation('templates')
  const { date, number } = formats()
  const { data, error, refetch } = useQuery(templates())
  const [isNew, setNew] = useState(false)
  const columns = useMemo((): Column<TemplateCard>[] => {
    const figure = (key: 'slotCount' | 'machines' | 'differing', label: string): Column<TemplateCard> => ({
      key,
      label,
      isNumber: true,
      sortBy: (row) => row[key],
      cell: (row) => number(row[key]),
    })
    return [
      {
        key: 'name',
        label: t('name'),
        sortBy: ({ name }) => name,
        cell: ({ id, name }) => (
          <Link to="/dashboard/planograms" search={{ template: id }} className={classes.link}>
            {name}
          </Link>
        ),
      },
      { key: 'type', label: t('machines:type'), sortBy: ({ type }) => type, cell: ({ type }) => t(`machines:${type}`) },
      figure('slotCount', t('slots')),
      figure('machines', t('machines')),
      figure('differing', t('differing')),
      { key: 'changedAt', label: t('changedAt'), sortBy: ({ changedAt }) => changedAt, cell: ({ changedAt }) => date(fromIso(changedAt)) },
    ]
  }, [t, date, number])
  const create = (
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={create} />
      {error ? (
        <QueryError error={error} onRetry={refetch} />
      ) : !data ? (
        <ListSkeleton />
      ) : data.length === 0 ? (
        <EmptyState icon={<IconTemplate />} title={t('none')} text={t('noneText')} action={create} />
      ) : (
        <Card p={0} aria-label={t('title')}>
          <Table name="templates" label={t('title')} columns={columns} rows={data} keyOf={({ id }) => id} />
        </Card>
      )}
      <FormDialog opened={isNew} onClose={() => setNew(false)} title={t('new')}>
        <NewTemplate onCancel={() => setNew(false)} />
      </FormDialog>
    </>
  )
}

const Named = v.object({ name: TemplateName, type: v.picklist(MACHINE_TYPES) })

function NewTemplate({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation('templates')
  const navigate = useNavigate()
  const form = useForm<v.InferInput<typeof Named>, unknown, v.InferOutput<typeof Named>>({
    resolver: valibotResolver(Named),
    mode: 'onTouched',
    defaultValues: { name: '', type: 'SNACK' },
  })
  const field = useField(form)
  const controlled = useControlledField(form)
  const creation = useKeyedMutation(addTemplate)
  return (
    <Form
      form={form}
      submit={t('create')}
      mutation={creation}
      isUnsettled={creation.isUnsettled}
      onCancel={onCancel}
      onSubmit={(body) =>
        creation.mutate({ body }, { onSuccess: ({ id }) => void navigate({ to: '/dashboard/planograms', search: { template: id } }) })
      }
    >
      <TextInput {...field('name')} label={t('name')} required maxLength={MAX_TEMPLATE_NAME_LENGTH} data-autofocus />
      <SegmentedControl
        {...controlled('type')}
        aria-label={t('machines:type')}
        data={MACHINE_TYPES.map((value) => ({ value, label: t(`machines:${value}`) }))}
      />
    </Form>
  )
}
