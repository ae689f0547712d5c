import { Button, Group, Menu, Modal, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck, IconCloudOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { ViewList } from '#contract/views.ts'
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS } from '#domain/views/limits.ts'
import { useViews } from './use-views.ts'

type Props = {
  list: ViewList
  /** The view in the address. */
  current: string | undefined
  /** The filters and the order in the address. */
  search: Record<string, unknown>
  onOpen(view: string | undefined, search: Record<string, unknown>): void
}

/** The views that the user saved for a list: opens, saves and deletes them. */
export function SavedViews({ list, current, search, onOpen }: Props) {
  const { t } = useTranslation()
  const { views, isLoaded, save, remove } = useViews(list)
  const [isNaming, setNaming] = useState(false)
  const [deleting, setDeleting] = useState<string | null>(null)
  const isKnown = views.some(({ name }) => name === current)
  // An address with nothing but a view opens the view, which may be known only after the first response.
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    const view = views.find(({ name }) => name === current)
    const hasFilters = Object.values(search).some((value) => value !== undefined)
    if (view && !hasFilters) onOpen(view.name, view.search)
    isOpened.current = view !== undefined || hasFilters || current === undefined || isLoaded
  }, [views, isLoaded, current, search, onOpen])

  const saveAs = (name: string) => {
    save(name, search, current)
    setNaming(false)
    onOpen(name, search)
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
            {/* Another device may have deleted the view in the address, or another user may have sent it. */}
            {isKnown || !isLoaded ? (current ?? t('table.views')) : t('table.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => onOpen(view.name, view.search)}
              leftSection={view.savedAt === undefined ? <IconCloudOff size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />}
              rightSection={view.name === current ? <IconCheck size={16} aria-hidden /> : null}
            >
              {view.name}
              {view.savedAt === undefined && (
                <Text size="xs" c="dimmed">
                  {t('table.viewUnsent')}
                </Text>
              )}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming(true)}>
            {t('table.saveView')}
          </Menu.Item>
          {current !== undefined && isKnown && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(current)}>
              {t('table.deleteView', { name: current })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title={t('table.saveView')} closeButtonProps={{ 'aria-label': t('close') }}>
        <NameForm initial={(isKnown && current) || ''} names={views.map(({ name }) => name)} onSave={saveAs} />
      </Modal>
      <ConfirmDialog
        opened={deleting !== null}
        title={t('table.deleteView', { name: deleting })}
        confirm={t('table.delete')}
        isDangerous
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting !== null) remove(deleting)
          setDeleting(null)
          onOpen(undefined, search)
        }}
      >
        <Text>{t('table.deleteViewMeans')}</Text>
      </ConfirmDialog>
    </>
  )
}

function NameForm({ initial, names, onSave }: { initial: string; names: readonly string[]; onSave(name: string): void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const isFull = name.trim() !== '' && names.length >= MAX_VIEWS && !names.includes(name.trim())
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !isFull) onSave(name.trim())
      }}
    >
      <TextInput
        label={t('table.viewName')}
        maxLength={MAX_VIEW_NAME_LENGTH}
        value={name}
        error={isFull && t('refusals:TOO_MANY_VIEWS')}
        description={names.includes(name.trim()) && t('table.viewReplaced')}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Group justify="flex-end" mt="md" data-actions>
        <Button type="submit" disabled={!name.trim() || isFull}>
          {t('table.save')}
        </Button>
      </Group>
    </form>
  )
}
