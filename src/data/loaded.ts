import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ProductId } from '#domain/ids.ts'
import type { Loaded } from '#domain/rounds/loaded.ts'
import { getSession } from './device.ts'
import { recall } from './local-settings.ts'

/**
 * What was loaded from the pick list of a round. Only on this device, and only of the last round. In its database, because browsers write local storage
 * to disk seconds later, and a phone may be killed before.
 */
export const loadedGoods = (round: number) =>
  queryOptions({
    queryKey: ['loaded', round],
    gcTime: 0,
    networkMode: 'always',
    queryFn: async (): Promise<Loaded> => {
      const { db } = getSession()
      const row = await db.meta.get('loaded')
      const stored = row?.key === 'loaded' && row.value.round === round ? row.value : null
      return { goods: new Set(stored?.goods ?? ofEarlierVersion(round, db.name)), counts: new Map(Object.entries(stored?.counts ?? {})) }
    },
  })

/** Later calls win, because the database executes them in order. */
export const noteLoaded = (round: number, { goods, counts }: Loaded): PromiseLike<unknown> =>
  getSession().db.meta.put({ key: 'loaded', value: { round, goods: [...goods], counts: Object.fromEntries(counts) } })

const Before = v.object({ round: v.number(), database: v.string(), goods: v.array(v.string()) })

/** Version 0.2.0 stored ticks in local storage. */
function ofEarlierVersion(round: number, database: string): string[] {
  try {
    const stored = v.safeParse(Before, JSON.parse(recall('loadedGoods') ?? 'null'))
    return stored.success && stored.output.round === round && stored.output.database === database ? stored.output.goods : []
  } catch {
    return []
  }
}

/** What was recorded as loaded into the van for a round. */
export const intoVan = (round: number) =>
  queryOptions({
    queryKey: ['intoVan', round],
    gcTime: 0,
    networkMode: 'always',
    queryFn: async (): Promise<ReadonlyMap<ProductId, number>> => {
      const row = await getSession().db.meta.get('intoVan')
      return new Map(row?.key === 'intoVan' && row.value.round === round ? row.value.products : [])
    },
  })

export const noteIntoVan = (round: number, products: ReadonlyMap<ProductId, number>): PromiseLike<unknown> =>
  getSession().db.meta.put({ key: 'intoVan', value: { round, products: [...products] } })
