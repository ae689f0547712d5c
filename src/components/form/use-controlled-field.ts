import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { useErrorText } from './use-field.ts'

type Controlled<Value> = { value: Value; onChange(value: Value): void; size: 'md'; error: string | undefined }

const CHANGED = { shouldDirty: true, shouldTouch: true, shouldValidate: true }

/** Returns the props of a field with a value and `onChange(value)` by its name: a number, a day, or one of several choices. */
export function useControlledField<Input extends FieldValues, Output>({
  watch,
  setValue,
  getFieldState,
  formState,
}: UseFormReturn<Input, unknown, Output>): <Name extends FieldPath<Input>>(name: Name) => Controlled<FieldPathValue<Input, Name>> {
  const errorText = useErrorText()
  return (name) => ({
    value: watch(name),
    onChange: (value) => setValue(name, value, CHANGED),
    size: 'md',
    error: errorText(getFieldState(name, formState).error),
  })
}
