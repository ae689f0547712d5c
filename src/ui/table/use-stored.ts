import { useLocalStorage } from '@mantine/hooks'
import { use } from 'react'
import * as v from 'valibot'
import { TableUser } from './table-user.ts'

/** A setting of a table that this device remembers for the user. A damaged value counts as `initial`. */
export function useStored<T>(
  kind: 'columns' | 'column-order' | 'density' | 'views' | 'deleted-views',
  name: string | undefined,
  schema: v.GenericSchema<unknown, T>,
  initial: T,
): [T, (value: T) => void] {
  const [stored, store] = useLocalStorage<T>({
    key: storageKey(kind, use(TableUser), name),
    defaultValue: initial,
    getInitialValueInEffect: false,
    deserialize: (text) => {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
      return parsed.success ? parsed.output : initial
    },
  })
  return [stored, store]
}

export const storageKey = (kind: string, user: number | string, name = '') => `${kind}/${user}/${name}`
