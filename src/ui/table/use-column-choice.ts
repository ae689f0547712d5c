import { useLocalStorage } from '@mantine/hooks'
import { use } from 'react'
import * as v from 'valibot'
import type { Column } from './column.ts'
import { TableUser } from './table-user.ts'

/** By the key of a column: whether it is shown. */
type Choice = Record<string, boolean>

const Stored = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.boolean()))

/** The columns that a user chose for a table on this device. Without a name, the choice is not offered. */
export function useColumnChoice<T>(name: string | undefined, columns: readonly Column<T>[]): [Choice, (choice: Choice) => void] {
  const user = use(TableUser)
  const [stored, store] = useLocalStorage<Choice>({
    key: `columns/${user}/${name ?? ''}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: (text) => {
      const parsed = v.safeParse(Stored, text)
      return parsed.success ? parsed.output : {}
    },
  })
  const initial = Object.fromEntries(columns.filter(({ isHidden }) => isHidden).map(({ key }) => [key, false]))
  return [name === undefined ? initial : { ...initial, ...stored }, store]
}
