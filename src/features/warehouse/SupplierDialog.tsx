import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useAsking } from '#app/components/use-asking.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { saveSupplier } from '#app/data/warehouse.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { SUPPLIER_MOST, type Supplier } from '#contract/purchases.ts'
import classes from './Warehouse.module.css'

const FIELDS = ['name', 'phone', 'email', 'address', 'note'] as const
const Draft = v.partial(v.object({ name: v.string(), phone: v.string(), email: v.string(), address: v.string(), note: v.string() }))
const NOTHING: v.InferOutput<typeof Draft> = {}
const NEW = 0

/** `onSaved` receives the saved supplier. */
type Props = { supplier: Supplier | null; onClose(): void; onSaved?: ((supplier: Supplier) => void) | undefined }

export function SupplierDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('warehouse')
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t(props.supplier ? 'supplier.edit' : 'supplier.create')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <SupplierForm key={props.supplier?.identifier ?? NEW} {...props} />}
    </Modal>
  )
}

function SupplierForm({ supplier, onClose, onSaved }: Props) {
  const { t } = useTranslation('warehouse')
  const client = useQueryClient()
  const typed = useDraft(supplier?.identifier ?? NEW, 'supplier', Draft, NOTHING)
  const { isBusy, trouble, ask } = useAsking()
  const words = Object.fromEntries(FIELDS.map((field) => [field, typed.value[field] ?? supplier?.[field] ?? ''])) as Record<
    (typeof FIELDS)[number],
    string
  >
  const field = (name: (typeof FIELDS)[number]) => ({
    label: t(`supplier.${name}`),
    size: 'md' as const,
    maxLength: SUPPLIER_MOST[name],
    value: words[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => typed.change((now) => ({ ...now, [name]: value })),
  })
  const save = async () => {
    const saved = await ask(() => saveSupplier(supplier?.identifier ?? null, words, typed.opId ?? typed.renew()), typed.renew)
    // The list may contain the refused change.
    void client.invalidateQueries({ queryKey: ['warehouse'] })
    if (!saved) return toastError(t('machines:operationFailed'))
    typed.clear()
    toastSuccess(t('CHANGES_SAVED'))
    onClose()
    onSaved?.(saved)
  }
  const giveUp = () => {
    typed.clear()
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <TextInput {...field('name')} required data-autofocus autoComplete="off" />
        <div className={classes.pair}>
          <TextInput {...field('phone')} type="tel" autoComplete="off" />
          <TextInput {...field('email')} type="email" autoComplete="off" />
        </div>
        <TextInput {...field('address')} autoComplete="off" />
        <Textarea {...field('note')} autosize minRows={2} maxRows={6} />
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={giveUp}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={words.name.trim() === ''}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
