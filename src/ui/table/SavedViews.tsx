import { Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck, IconTrash } from '@tabler/icons-react'
import { use, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { TableUser } from './table-user.ts'
import { copyLayout, useStored } from './use-stored.ts'
import { MAX_VIEW_NAME_LENGTH } from './view-name.ts'

/** A saved view: its name, and the filters and the order as in the address. Its columns are those of the table `tableOfView(…)`. */
type View = { name: string; search: Record<string, unknown> }

const Views = v.array(
  v.object({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_VIEW_NAME_LENGTH)), search: v.record(v.string(), v.unknown()) }),
)
const NONE: View[] = []

/** The name of the table whose columns a view has, because each view has its own. */
export const tableOfView = (table: string, view: string | undefined): string => (view === undefined ? table : `${table}/${view}`)

type Props = {
  table: string
  /** The view in the address. */
  current: string | undefined
  /** The filters and the order in the address. */
  search: Record<string, unknown>
  onOpen(view: string | undefined, search: Record<string, unknown>): void
}

/** The views that the user saved for a table on this device: opens, saves and deletes them. */
export function SavedViews({ table, current, search, onOpen }: Props) {
  const { t } = useTranslation()
  const user = use(TableUser)
  const [views, store] = useStored('views', table, Views, NONE)
  const [isNaming, setNaming] = useState(false)
  // An address with nothing but a view opens the view.
  const isFirst = useRef(true)
  useEffect(() => {
    const view = views.find(({ name }) => name === current)
    const hasFilters = Object.values(search).some((value) => value !== undefined)
    if (isFirst.current && view && !hasFilters) onOpen(view.name, view.search)
    isFirst.current = false
  }, [views, current, search, onOpen])

  const save = (name: string) => {
    store([...views.filter((view) => view.name !== name), { name, search }].toSorted((a, b) => a.name.localeCompare(b.name)))
    copyLayout(user, tableOfView(table, current), tableOfView(table, name))
    setNaming(false)
    onOpen(name, search)
  }
  const remove = (name: string) => {
    store(views.filter((view) => view.name !== name))
    onOpen(undefined, search)
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
            {current ?? t('table.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => onOpen(view.name, view.search)}
              rightSection={view.name === current ? <IconCheck size={16} aria-hidden /> : null}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setNaming(true)}>{t('table.saveView')}</Menu.Item>
          {current !== undefined && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(current)}>
              {t('table.deleteView', { name: current })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title={t('table.saveView')} closeButtonProps={{ 'aria-label': t('close') }}>
        <NameForm initial={current ?? ''} onSave={save} />
      </Modal>
    </>
  )
}

function NameForm({ initial, onSave }: { initial: string; onSave(name: string): void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) onSave(name.trim())
      }}
    >
      <TextInput
        label={t('table.viewName')}
        maxLength={MAX_VIEW_NAME_LENGTH}
        value={name}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={!name.trim()}>
          {t('table.save')}
        </Button>
      </Group>
    </form>
  )
}
