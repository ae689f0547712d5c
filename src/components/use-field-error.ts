import type { FieldErrors } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** What is wrong with a field, in words: the rules name keys, and whatever else they say means too long. */
export function useFieldError<Fields extends Record<string, unknown>>(errors: FieldErrors<Fields>) {
  const { t } = useTranslation('account')
  return (field: keyof Fields & string): string | undefined => {
    const message = (errors as Record<string, { message?: string } | undefined>)[field]?.message
    return message && t(`field.${message}`, { defaultValue: t('field.TOO_LONG') })
  }
}
