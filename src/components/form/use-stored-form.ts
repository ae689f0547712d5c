import { valibotResolver } from '@hookform/resolvers/valibot'
import { useCallback, useEffect, useRef } from 'react'
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
  /** Shows stored values, except where the input differs from what it was before them. */
  const follow = useCallback(
    (before: Input, next: Input) => {
      const typed = form.getValues()
      form.reset(next)
      for (const name of Object.keys(next) as Path<Input>[])
        if (!isSame(typed[name], before[name]) && !isSame(typed[name], next[name]))
          form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
    },
    [form],
  )
  useEffect(() => {
    const before = shown.current
    if (isSame(before, stored)) return
    shown.current = stored
    follow(before, stored)
  }, [follow, stored])
  /**
   * To be called when the form is submitted; the result, when it is saved. What is stored then replaces what was submitted, even if the
   * server writes it in another way.
   */
  const submitted = () => {
    const [values, before] = [form.getValues(), shown.current]
    return () => {
      if (shown.current === before) shown.current = values
      else follow(values, shown.current)
    }
  }
  return { form, submitted }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
