import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { useErrorText } from './use-field.ts'

type Controlled<Value> = { value: Value; onChange(value: Value): void; onBlur(): void; size: 'md'; error: string | undefined }

/** Returns the props of a field with a value and `onChange(value)` by its name: a number, a day, or one of several choices. */
export function useControlledField<Input extends FieldValues, Output>({
  register,
  watch,
  getFieldState,
  formState,
}: UseFormReturn<Input, unknown, Output>): <Name extends FieldPath<Input>>(name: Name) => Controlled<FieldPathValue<Input, Name>> {
  const errorText = useErrorText()
  return (name) => {
    const { onChange, onBlur } = register(name)
    const value = watch(name)
    const { error } = getFieldState(name, formState)
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    return {
      value,
      onChange: (changed) => void onChange({ target: { name, value: changed }, type: 'change' }),
      onBlur: () => void onBlur({ target: { name, value }, type: 'blur' }),
      size: 'md',
      // A number field describes what is not a number itself.
      error: error?.type === 'number' ? undefined : errorText(error, isEmpty),
    }
  }
}
