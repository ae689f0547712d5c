import { hashKey, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/views.ts'
import { MAX_VIEW_NAME_LENGTH } from '#domain/views/limits.ts'
import { call } from '#offline/api-client.ts'
import { byName } from './by-name.ts'
import { answered, TIMEOUT } from './server-requests.ts'

/** The user's views of a list, as the server has them. */
export const savedViews = (list: contract.ViewList) =>
  queryOptions({
    queryKey: ['savedViews', list],
    // With a topic, the list is also requested when the connection returns.
    meta: { topics: ['company'] },
    queryFn: () => answered(call(contract.savedViews, { query: { list } }, TIMEOUT)),
  })

/** A list that was requested before a change must not arrive after it. */
async function show(client: QueryClient, list: contract.ViewList, change: (views: contract.SavedView[]) => contract.SavedView[]) {
  const { queryKey } = savedViews(list)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (views) => views && change(views))
}

export const saveView = mutationOptions({
  retry: false,
  mutationFn: async ({ id, ...body }: Omit<contract.SavedView, 'savedAt'>, { client }) => {
    const saved = await answered(call(contract.saveView, { params: { viewId: id }, body }, TIMEOUT))
    await show(client, body.list, (views) => [...views.filter((view) => view.id !== id), saved])
    return saved
  },
})

export const deleteView = mutationOptions({
  retry: false,
  mutationFn: async ({ list, id }: { list: contract.ViewList; id: string }, { client }) => {
    await answered(call(contract.deleteView, { params: { viewId: id } }, TIMEOUT))
    await show(client, list, (views) => views.filter((view) => view.id !== id))
  },
})

/** A view on this device. Without `savedAt` it is still to be sent. Those of earlier versions of the app have no id. */
export type DeviceView = { name: string; search: Record<string, unknown>; id?: string | undefined; savedAt?: string | undefined }

/**
 * The views of this device and of the server in one. What is not sent yet stays. A view that another device deleted goes. If both have a
 * view of one name with different filters, the one of this device is renamed, so that none is lost. `newer`: the views whose columns come
 * from the server now.
 */
export function mergeViews(
  device: readonly DeviceView[],
  deleted: readonly string[],
  server: readonly contract.SavedView[],
  newId: () => string,
): { views: (DeviceView & { id: string })[]; newer: contract.SavedView[]; renamed: { from: string; to: string }[] } {
  const kept = server.filter(({ id }) => !deleted.includes(id))
  const taken = new Set([...kept, ...device].map(({ name }) => name))
  const renamed: { from: string; to: string }[] = []
  const unsent = device.flatMap((view) => {
    if (view.savedAt !== undefined) return []
    const other = kept.find(({ id, name }) => name === view.name && id !== view.id)
    if (!other) return [{ ...view, id: view.id ?? newId() }]
    if (hashKey([other.search]) === hashKey([view.search])) return []
    const name = freeName(view.name, taken)
    taken.add(name)
    renamed.push({ from: view.name, to: name })
    return [{ ...view, name, id: view.id ?? newId() }]
  })
  const sent = kept.filter(({ id }) => !unsent.some((view) => view.id === id))
  const isKnown = ({ id, name, savedAt }: contract.SavedView) =>
    device.some((view) => (view.id === id ? view.savedAt === savedAt : view.savedAt === undefined && view.name === name))
  return {
    views: [...sent.map(({ id, name, search, savedAt }) => ({ id, name, search, savedAt })), ...unsent].toSorted(byName),
    newer: sent.filter((view) => !isKnown(view)),
    renamed,
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const ending = ` ${number}`
    const candidate = `${[...name].slice(0, MAX_VIEW_NAME_LENGTH - ending.length).join('')}${ending}`
    if (!taken.has(candidate)) return candidate
  }
}
