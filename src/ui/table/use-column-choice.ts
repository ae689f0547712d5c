import { useMemo } from 'react'
import * as v from 'valibot'
import type { Column } from './column.ts'
import { useStored } from './use-stored.ts'

/** By the key of a column: whether it is shown. */
type Choice = Record<string, boolean>

const Choices = v.record(v.string(), v.boolean())
const NO_CHOICE: Choice = {}

/** The columns that a user chose for a table on this device. Without a name, the choice is not offered. */
export function useColumnChoice<T>(name: string | undefined, columns: readonly Column<T>[]): [Choice, (choice: Choice) => void] {
  const [stored, store] = useStored('columns', name, Choices, NO_CHOICE)
  const initial = Object.fromEntries(columns.filter(({ isHidden }) => isHidden).map(({ key }) => [key, false]))
  return [name === undefined ? initial : { ...initial, ...stored }, store]
}

const Keys = v.array(v.string())
const NO_ORDER: string[] = []

/** The columns in the user's order. Columns that the stored order does not contain follow at the end. */
export function useColumnOrder<T>(
  name: string | undefined,
  columns: readonly Column<T>[],
): [readonly Column<T>[], (order: string[]) => void] {
  const [order, store] = useStored('column-order', name, Keys, NO_ORDER)
  const ordered = useMemo(() => {
    const positions = new Map(order.map((key, index) => [key, index]))
    const position = ({ key }: Column<T>) => positions.get(key) ?? order.length
    return name === undefined || order.length === 0 ? columns : columns.toSorted((a, b) => position(a) - position(b))
  }, [columns, name, order])
  return [ordered, store]
}

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** The height of the rows that the user chose. */
export const useDensity = (name: string | undefined) => useStored('density', name, v.picklist(DENSITIES), 'comfortable' as Density)
