import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash, IconVersions } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useDraft } from '#app/components/use-draft.ts'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { catalogue } from '#app/data/slots.ts'
import { changeTemplate, deleteTemplate, template } from '#app/data/templates.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { WrongNumbers } from '#app/ui/WrongNumbers.tsx'
import { MAX_TEMPLATE_NAME_LENGTH, type Template, TemplateIngredient, TemplateName, TemplateSlot } from '#contract/templates.ts'
import type { TemplateId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { ActionBar } from '../ActionBar.tsx'
import { CreateSlotCard } from '../CreateSlotCard.tsx'
import panel from '../SlotsPanel.module.css'
import classes from '../SlotsTab.module.css'
import { PlanogramFiles } from './PlanogramFiles.tsx'
import { TemplateIngredients } from './TemplateIngredients.tsx'
import { TemplateMachines } from './TemplateMachines.tsx'
import { TemplateSlots } from './TemplateSlots.tsx'

/** The edited fields, and the version that they were edited from. */
const Draft = v.partial(
  v.object({ version: v.number(), name: v.string(), slots: v.array(TemplateSlot), ingredients: v.array(TemplateIngredient) }),
)
const NOTHING: v.InferOutput<typeof Draft> = {}
type Edited = Pick<Template, 'name' | 'slots' | 'ingredients'>

/** A template: its slots, which are saved together, and the machines that it was applied to. */
export function TemplateEditor({ templateId }: { templateId: TemplateId }) {
  const { t } = useTranslation('templates')
  const { data, error, refetch } = useQuery(template(templateId))
  const why = useWhyNot()
  if (error instanceof NotAnswered && error.code === 'TEMPLATE_NOT_FOUND')
    return (
      <EmptyState
        icon={<IconVersions />}
        title={why(error).text}
        action={
          <LinkButton to="/dashboard/planograms" search={{}}>
            {t('title')}
          </LinkButton>
        }
      />
    )
  if (error) return <QueryError error={error} onRetry={refetch} />
  return data ? <Editor template={data} /> : <ListSkeleton />
}

function Editor({ template: stored }: { template: Template }) {
  const { t } = useTranslation('templates')
  const { data: products } = useSuspenseQuery(catalogue())
  const draft = useDraft(stored.id, 'template', Draft, NOTHING)
  const saving = useKeyedMutation(changeTemplate(stored.id))
  const { hasWrong, noteWrong } = useNumberFields()
  const { id, type } = stored
  const { version = stored.version, ...typed } = draft.value
  const { name, slots, ingredients } = { ...stored, ...typed }
  const isTyped = Object.keys(typed).length > 0
  const isChanged = isTyped && !isSame({ name: name.trim(), slots, ingredients }, stored)
  const { clear } = draft
  // Typed back, or stored by a request whose response was lost.
  useEffect(() => {
    if (isTyped && !isChanged) clear()
  }, [isTyped, isChanged, clear])
  const isOutdated = isChanged && version !== stored.version
  const isNamed = v.is(TemplateName, name)
  const edit = (fields: Partial<Edited>) => draft.change((before) => ({ version: stored.version, ...before, ...fields }))
  const sorted = (all: readonly TemplateSlot[]) => all.toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber))
  const save = () =>
    saving.mutate(
      { body: { version, name, slots, ingredients } },
      {
        onSuccess: () => {
          draft.clear()
          toastSuccess(t('saved', { name }))
        },
      },
    )
  return (
    <>
      <PageHeader
        title={stored.name}
        subtitle={`${t(`machines:${type}`)} · ${t('slotsCount', { n: stored.slotCount })}`}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/planograms', search: {} } }, { label: stored.name }]}
        actions={
          <>
            <DeleteButton template={stored} />
            <LinkButton
              size="md"
              to="/dashboard/planograms"
              search={{ template: id, choose: true }}
              disabled={isChanged || stored.slotCount === 0}
              leftSection={<IconVersions size={18} aria-hidden />}
            >
              {t('apply.choose')}
            </LinkButton>
          </>
        }
      />
      <div className={classes.columns}>
        <div className={panel.panel}>
          <Card aria-label={t('template')} className={panel.form}>
            <TextInput
              label={t('name')}
              size="md"
              required
              maxLength={MAX_TEMPLATE_NAME_LENGTH}
              value={name}
              error={!isNamed && t('nameMissing')}
              onChange={({ currentTarget: { value } }) => edit({ name: value })}
            />
            <PlanogramFiles
              name={stored.name}
              type={type}
              slots={slots}
              products={products}
              onRead={(file) => edit({ slots: sorted(file.slots) })}
            />
          </Card>
          <CreateSlotCard
            type={type}
            slots={slots}
            products={products}
            create={async ({ body: { slotNumber, productId, vendPrice = null, maxQuantity = null } }) => {
              edit({ slots: sorted([...slots, { slotNumber, productId, vendPrice, maxQuantity: type === 'SNACK' ? maxQuantity : null }]) })
              return { slotNumber }
            }}
          />
          <TemplateMachines template={stored} />
        </div>
        <Stack gap="md" className={classes.list}>
          {isOutdated && (
            <Alert color="orange" role="alert" title={t('refusals:TEMPLATE_CHANGED')}>
              <Button variant="default" size="md" onClick={draft.clear}>
                {t('discard')}
              </Button>
            </Alert>
          )}
          <NumberFields value={noteWrong}>
            {slots.length === 0 ? (
              <Text c="dimmed">{t('noSlots')}</Text>
            ) : (
              <TemplateSlots name={name} type={type} slots={slots} products={products} onChange={(changed) => edit({ slots: changed })} />
            )}
            {type === 'COFFEE' && (
              <TemplateIngredients ingredients={ingredients} products={products} onChange={(changed) => edit({ ingredients: changed })} />
            )}
          </NumberFields>
          {isChanged && (
            <ActionBar note={hasWrong ? <WrongNumbers /> : saving.errorText && <ErrorText text={saving.errorText} />}>
              <Button size="lg" variant="default" px="md" onClick={draft.clear}>
                {t('discard')}
              </Button>
              <Button
                size="lg"
                px="sm"
                className={classes.grow}
                loading={saving.isPending}
                disabled={hasWrong || !isNamed || isOutdated}
                onClick={save}
              >
                {t('save')}
              </Button>
            </ActionBar>
          )}
        </Stack>
      </div>
    </>
  )
}

const isSame = (one: Edited, { name, slots, ingredients }: Edited) => JSON.stringify(one) === JSON.stringify({ name, slots, ingredients })

function DeleteButton({ template: { id, name, machines } }: { template: Template }) {
  const { t } = useTranslation('templates')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const deletion = useServerMutation(deleteTemplate(id))
  return (
    <>
      <Button variant="default" size="md" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('delete.do')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('delete.title', { name })}
        confirm={t('delete.do')}
        isDangerous
        isBusy={deletion.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          deletion.mutate(undefined, { onSuccess: () => void navigate({ to: '/dashboard/planograms', search: {}, replace: true }) })
        }
      >
        <Group>
          <Text>{t('delete.text', { n: machines })}</Text>
        </Group>
        <ErrorText text={deletion.errorText} />
      </ConfirmDialog>
    </>
  )
}
