import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as v from 'valibot'

/**
 * A form of stored values. They may change while it is open: after saving, or by another user. Fields that were edited since keep their
 * input, and the others follow.
 */
export function useStoredForm<Input extends FieldValues, Output>(schema: v.GenericSchema<Input, Output>, stored: Input) {
  const form = useForm<Input, unknown, Output>({
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    defaultValues: stored as DefaultValues<Input>,
  })
  const shown = useRef(stored)
  useEffect(() => {
    if (isSame(shown.current, stored)) return
    const [before, typed] = [shown.current, form.getValues()]
    shown.current = stored
    form.reset(stored)
    for (const name of Object.keys(stored) as Path<Input>[])
      if (!isSame(typed[name], before[name]) && !isSame(typed[name], stored[name]))
        form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
  }, [form, stored])
  /** These values were saved: what is stored replaces them, even if the server writes them in another way. */
  const noteSaved = (values: Input) => {
    shown.current = values
  }
  return { form, noteSaved }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
