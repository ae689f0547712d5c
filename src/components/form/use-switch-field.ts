import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { useControlledField } from './use-controlled-field.ts'

/** Returns the props of a `Switch` by its name. */
export function useSwitchField<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>) {
  const field = useControlledField(form)
  return (name: FieldPathByValue<Input, boolean | undefined>) => {
    const { value, onChange, ...props } = field(name)
    return {
      ...props,
      checked: Boolean(value),
      onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) => onChange(checked as typeof value),
    }
  }
}
