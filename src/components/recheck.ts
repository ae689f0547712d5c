import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Registers a field on which the errors of others depend. Only those that were left before are checked again: an error below
 * a field that was not left would stay until then, and move the button below it while it is pressed.
 */
export const recheck = <T extends FieldValues>(
  { getFieldState, trigger }: Pick<UseFormReturn<T>, 'getFieldState' | 'trigger'>,
  names: readonly FieldPath<T>[],
) => ({ onChange: () => void trigger(names.filter((name) => getFieldState(name).isTouched)) })
