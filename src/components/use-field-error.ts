import type { FieldErrors } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** The error text of a field: the rules contain translation keys, and any other message means too long. */
export function useFieldError<Fields extends Record<string, unknown>>(errors: FieldErrors<Fields>) {
  const { t } = useTranslation('account')
  return (field: keyof Fields & string): string | undefined => {
    const message = (errors as Record<string, { message?: string } | undefined>)[field]?.message
    return message && t(`field.${message}`, { defaultValue: t('field.TOO_LONG') })
  }
}
