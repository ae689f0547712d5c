import type { FieldError, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/**
 * Returns the props of a text field by its name. The error text comes from the message of the rule if it is a key of `account:field`, and
 * otherwise from the type of the rule.
 */
export function useField<Input extends FieldValues, Output>({
  register,
  getFieldState,
  getValues,
  formState,
}: UseFormReturn<Input, unknown, Output>) {
  const errorText = useErrorText()
  return <Name extends FieldPath<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => {
    const error = errorText(getFieldState(name, formState).error, getValues(name) === '')
    return {
      ...register(name, options),
      size: 'md' as const,
      withAsterisk: false,
      autoComplete: 'off',
      error,
      // Mantine omits it in fields of passwords.
      'aria-invalid': error !== undefined,
    }
  }
}

/** The types of valibot's rules whose meaning does not depend on the field. */
const BY_TYPE: Record<string, string> = {
  non_empty: 'REQUIRED',
  min_length: 'TOO_SHORT',
  max_length: 'TOO_LONG',
  email: 'EMAIL_INVALID',
  url: 'URL_INVALID',
}

/** Returns the text for the error of a field that is not a text field, for example one in a `Controller`. */
export function useErrorText() {
  const { t, i18n } = useTranslation('account')
  return (error: FieldError | undefined, isEmpty = false): string | undefined => {
    if (!error) return undefined
    const { message = '', type } = error
    return t(
      `field.${i18n.exists(`account:field.${message}`) ? message : isEmpty && type === 'min_length' ? 'REQUIRED' : (BY_TYPE[type] ?? 'INVALID')}`,
    )
  }
}
