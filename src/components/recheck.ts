import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Registers a field on which the errors of others depend. Only fields that were left before are validated again, because an error below
 * another field would remain until it is left, and move the button while it is pressed.
 */
export const recheck = <T extends FieldValues>(
  { getFieldState, trigger }: Pick<UseFormReturn<T>, 'getFieldState' | 'trigger'>,
  names: readonly FieldPath<T>[],
) => ({ onChange: () => void trigger(names.filter((name) => getFieldState(name).isTouched)) })
