import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { byName } from '#app/data/by-name.ts'
import { type DeviceView, deleteView, mergeViews, savedViews, saveView } from '#app/data/saved-views.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { readLayout, tableOfView, writeLayout } from '#app/ui/table/layout.ts'
import { TableUser } from '#app/ui/table/table-user.ts'
import { useStored } from '#app/ui/table/use-stored.ts'
import { maxCharacters } from '#contract/characters.ts'
import type { ViewList } from '#contract/views.ts'
import { MAX_VIEW_NAME_LENGTH } from '#domain/views/limits.ts'

const Views = v.array(
  v.object({
    name: v.pipe(v.string(), v.minLength(1), maxCharacters(MAX_VIEW_NAME_LENGTH)),
    search: v.record(v.string(), v.unknown()),
    id: v.optional(v.pipe(v.string(), v.uuid())),
    savedAt: v.optional(v.string()),
  }),
)
const NO_VIEWS: DeviceView[] = []
const Ids = v.array(v.string())
const NO_IDS: string[] = []

/** A value of this device, with its current version for what runs after a response. */
function useCurrent<T>([value, store]: [T, (value: T) => void]): [() => T, (value: T) => void, T] {
  const current = useRef(value)
  useEffect(() => {
    current.current = value
  }, [value])
  const change = useRef((next: T) => {
    current.current = next
    store(next)
  })
  return [useRef(() => current.current).current, change.current, value]
}

/**
 * The user's views of a list. This device has a copy of them, which is read and changed without a network. What changed here is sent when
 * the server responds, and what other devices changed arrives with the next response.
 */
export function useViews(list: ViewList) {
  const user = use(TableUser)
  const client = useQueryClient()
  const [views, change, shown] = useCurrent(useStored('views', list, Views, NO_VIEWS))
  const [deleted, changeDeleted] = useCurrent(useStored('deleted-views', list, Ids, NO_IDS))
  const { data: server, dataUpdatedAt } = useQuery(savedViews(list))
  const [isLoaded, setLoaded] = useState(false)
  const { mutateAsync: put } = useMutation(saveView)
  const { mutateAsync: drop } = useMutation(deleteView)

  const send = useCallback(
    async ({ id = '', name, search }: DeviceView) => {
      try {
        const fields = JSON.parse(JSON.stringify(search))
        const saved = await put({ id, list, name, search: fields, ...readLayout(user, tableOfView(list, name)) })
        change(
          views().map((view) =>
            view.id === id && view.name === name && view.search === search ? { ...view, savedAt: saved.savedAt } : view,
          ),
        )
      } catch (error) {
        // The view stays on this device. Another device may have saved one of the same name, which is then read and merged.
        if (error instanceof NotAnswered && error.code === 'VIEW_EXISTS')
          await client.invalidateQueries({ queryKey: savedViews(list).queryKey })
      }
    },
    [list, user, put, client, views, change],
  )
  const sendDeletion = useCallback(
    (id: string) => {
      const clearDeleted = () => changeDeleted(deleted().filter((other) => other !== id))
      // Without a response it stays deleted here, and is sent with the next one.
      return drop({ list, id }).then(clearDeleted, () => {})
    },
    [list, drop, deleted, changeDeleted],
  )

  useEffect(() => {
    if (!server || dataUpdatedAt === 0) return
    const merged = mergeViews(views(), deleted(), server, () => crypto.randomUUID())
    for (const { from, to } of merged.renamed) writeLayout(user, tableOfView(list, to), readLayout(user, tableOfView(list, from)))
    for (const view of merged.newer) writeLayout(user, tableOfView(list, view.name), view)
    if (JSON.stringify(merged.views) !== JSON.stringify(views())) change(merged.views)
    // Together with the views, so that no render has one without the other.
    setLoaded(true)
    for (const view of merged.views) if (view.savedAt === undefined) void send(view)
    for (const id of deleted()) void sendDeletion(id)
  }, [server, dataUpdatedAt, list, user, views, deleted, change, send, sendDeletion])

  /** Saves the filters, and the columns of the table on the screen, under a name; one of the same name is replaced. */
  const save = (name: string, search: Record<string, unknown>, current: string | undefined) => {
    const id = views().find((view) => view.name === name)?.id ?? crypto.randomUUID()
    const view = { id, name, search }
    writeLayout(user, tableOfView(list, name), readLayout(user, tableOfView(list, current)))
    change([...views().filter((other) => other.name !== name), view].toSorted(byName))
    void send(view)
  }
  const remove = (name: string) => {
    const id = views().find((view) => view.name === name)?.id
    change(views().filter((view) => view.name !== name))
    if (id === undefined) return
    changeDeleted([...deleted(), id])
    void sendDeletion(id)
  }
  return { views: shown, isLoaded, save, remove }
}
