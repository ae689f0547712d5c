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
  /** What is stored, as last read, and what the input is compared with. They differ from a response until its values are read. */
  const read = useRef(stored)
  const shown = useRef(stored)
  /** Shows other values, except where the input differs from what it was before them. */
  const follow = useCallback(
    (before: Input, next: Input) => {
      shown.current = next
      const typed = form.getValues()
      form.reset(next)
      for (const name of Object.keys(next) as Path<Input>[])
        if (!isSame(typed[name], before[name]) && !isSame(typed[name], next[name]))
          form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
    },
    [form],
  )
  useEffect(() => {
    if (isSame(read.current, stored)) return
    read.current = stored
    follow(shown.current, stored)
  }, [follow, stored])
  /**
   * To be called when the form is submitted; the result, when it is saved. What is stored then replaces what was submitted, even if the
   * server writes it in another way.
   */
  const submitted = () => {
    const [values, before] = [form.getValues(), read.current]
    return () => follow(values, read.current === before ? values : read.current)
  }
  /** The same where the response has what is stored, which is not what was submitted: secrets are hidden again. */
  const submittedSecret = () => {
    const values = form.getValues()
    return (saved: Input) => follow(values, saved)
  }
  return { form, submitted, submittedSecret }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
