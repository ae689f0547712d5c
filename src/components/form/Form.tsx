import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import classes from './Form.module.css'
import { useFormInDialog } from './FormDialog.tsx'
import { MutationAlerts } from './MutationAlerts.tsx'

type Props<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>
  /** Called with the values parsed by the form's schema. */
  onSubmit(values: Output): void
  submit: string
  /** The mutation that the form starts. */
  mutation: { error: unknown; isPending: boolean }
  /** Without it there is no button for cancelling. */
  onCancel?: (() => void) | undefined
  /** More buttons, before the one for cancelling. */
  actions?: ReactNode
  /** The input is stored as it is typed, so closing a dialog loses nothing. */
  isStored?: boolean
  /** One large button, as on the pages before sign-in. */
  isLarge?: boolean
  /** The text of the mutation's error, if it is not the usual one. */
  errorText?: ((error: unknown) => string) | undefined
  /** The buttons are beside the fields. */
  isInline?: boolean
  /** The initial values can be submitted unchanged. */
  isPrefilled?: boolean
  /** The values are valid but cannot be submitted now, for a reason that is shown with the fields. */
  isBlocked?: boolean
  /**
   * For a form that adds something: the response to these values was lost, or has not arrived yet. They can only be sent again unchanged,
   * until the server has answered.
   */
  isUnsettled?: boolean
  children: ReactNode
}

/**
 * A form with its buttons, and the reason if it could not be saved. It can be submitted once it is valid and changed, and no field contains
 * invalid text.
 */
export function Form<Input extends FieldValues, Output>({
  form: { handleSubmit, formState },
  onSubmit,
  submit,
  mutation,
  onCancel,
  actions,
  isStored = false,
  isInline = false,
  isPrefilled = false,
  isBlocked = false,
  isUnsettled,
  isLarge = false,
  errorText,
  children,
}: Props<Input, Output>) {
  const { t } = useTranslation()
  const { isDirty, isValid } = formState
  const { isPending } = mutation
  useDirtyForm(isDirty)
  useFormInDialog(isPending ? 'saving' : isDirty && !isStored ? 'dirty' : 'clean')
  const { hasWrong, noteWrong } = useNumberFields()
  const isLost = isUnsettled === true && !isPending
  const buttons = (
    <>
      {actions && <span className={classes.others}>{actions}</span>}
      {onCancel && (
        <Button variant="default" size="md" disabled={isPending} onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      <Button
        type="submit"
        size={isLarge ? 'lg' : 'md'}
        fullWidth={isLarge}
        loading={isPending}
        // After a lost response the stored values may equal the input, which is locked until it is sent again.
        disabled={!isValid || hasWrong || isBlocked || !(isDirty || isPrefilled || isLost)}
      >
        {isLost ? t('unsettled.sendAgain') : submit}
      </Button>
    </>
  )
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((values) => onSubmit(values))(event)}>
      <Stack gap="md">
        {isInline ? (
          <Group align="flex-end" gap="sm">
            <NumberFields value={noteWrong}>{children}</NumberFields>
            {buttons}
          </Group>
        ) : (
          <fieldset className={classes.fields} disabled={isUnsettled !== undefined && (isLost || isPending)}>
            <NumberFields value={noteWrong}>{children}</NumberFields>
          </fieldset>
        )}
        <MutationAlerts mutation={mutation} isUnsettled={isUnsettled === true} errorText={errorText} />
        {!isInline && (
          <Group justify={onCancel ? 'flex-end' : 'flex-start'} gap="sm" data-actions>
            {buttons}
          </Group>
        )}
      </Stack>
    </form>
  )
}
