import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type * as v from 'valibot'
import type { Typed } from '#app/components/use-draft.ts'

/**
 * A form whose input is a draft: it survives a reload and is the same in every tab. `stored`: the values without the draft. The draft
 * contains the fields that differ from them.
 */
export function useDraftForm<Input extends FieldValues, Output>(
  draft: Pick<Typed<Partial<Input>>, 'value' | 'change'>,
  schema: v.GenericSchema<Input, Output>,
  stored: Input,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    defaultValues: stored as DefaultValues<Input>,
    // Input of another tab arrives here.
    values: { ...stored, ...draft.value },
    resetOptions: { keepDefaultValues: true, keepTouched: true },
  })
  const { subscribe } = form
  const { value, change } = draft
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = Object.fromEntries(Object.entries(values).filter(([name, now]) => !isSame(now, stored[name]))) as Partial<Input>
          // The draft is stored only when it changes, because each version is sent to the other tabs.
          if (!isSame(typed, value)) change(() => typed)
        },
      }),
    [subscribe, value, change, stored],
  )
  return form
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
