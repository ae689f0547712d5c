import { Modal, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconBolt, IconFile, IconSearch, IconTag, IconUser, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { servicemen } from '#app/data/machine-today.ts'
import { machineList, matches } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { Account } from '#contract/account.ts'
import { fold, hasWords } from '#domain/search.ts'
import classes from './CommandPalette.module.css'
import { furtherPagesOf } from './further-pages.ts'
import type { DeskGroup } from './navigation.ts'

const [store, palette] = createSpotlight()

/** So many of each kind: the first matches are enough to see whether another letter is needed. */
const MAX_SHOWN = 5

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>
type Action = { id: string; label: string; note?: string | null; target: Target }
type Section = { name: string; Icon: TablerIcon; actions: readonly Action[] }

type Props = { account: Account; groups: readonly DeskGroup[]; onClose(): void }

/** The list scrolls with the keyboard. It passes these properties on to its scroll area, which its own type does not mention. */
const SCROLLABLE: object = { viewportProps: { tabIndex: 0 } }

/** Finds machines, products, people, pages and actions in the data of this device, and opens them. */
export function CommandPalette({ account, groups, onClose }: Props) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { data: machines = [] } = useQuery(machineList())
  const { data: products = [] } = useQuery(catalogue())
  const { data: people } = useQuery(servicemen())
  useEffect(() => palette.open(), [])

  const isFound = (text: string) => hasWords(fold(text), query)
  const some = (actions: readonly Action[]) => actions.filter(({ label, note }) => isFound(`${label} ${note ?? ''}`)).slice(0, MAX_SHOWN)
  const pages = groups.flatMap(({ name, pages }) =>
    pages.map(({ label, to }): Action => ({ id: to, label: t(label), note: t(`group.${name}`), target: { to } })),
  )
  const further = furtherPagesOf(account).map(
    ({ group, label, to }): Action => ({ id: to, label: t(label), note: t(`group.${group}`), target: { to } }),
  )
  // Without a query, only actions and the pages of the navigation are listed.
  const data: Section[] =
    query.trim() === ''
      ? []
      : [
          {
            name: t('palette.machines'),
            Icon: VendingMachineIcon,
            actions: machines
              .filter((machine) => matches(machine, query))
              .slice(0, MAX_SHOWN)
              .map(({ id, name, address }) => ({
                id: `machine ${id}`,
                label: name,
                note: address,
                target: { to: '/dashboard/machines/$machineId', params: { machineId: String(id) } },
              })),
          },
          {
            name: t('palette.products'),
            Icon: IconTag,
            actions: some(
              products
                .filter(({ deleted }) => !deleted)
                .map(({ sku, name }) => ({
                  id: `product ${sku}`,
                  label: name,
                  note: sku,
                  target: { to: '/dashboard/assortment', search: { prices: sku } },
                })),
            ),
          },
          {
            name: t('palette.people'),
            Icon: IconUser,
            actions: some(
              (people ?? []).map(({ userId, name }) => ({
                id: `person ${userId}`,
                label: name,
                target: { to: '/dashboard/machines', search: { serviceman: userId } },
              })),
            ),
          },
        ]
  const sections: Section[] = [
    ...data,
    {
      name: t('palette.screens'),
      Icon: IconFile,
      actions: query.trim() === '' ? pages : some([...pages, ...further]),
    },
    {
      name: t('palette.actions'),
      Icon: IconBolt,
      actions: some([
        { id: 'create machine', label: t('settings:place.createMachine'), target: { to: '/dashboard/settings/create-machine' } },
        { id: 'import', label: t('settings:place.import'), target: { to: '/dashboard/import' } },
        { id: 'employees', label: t('settings:place.employees'), target: { to: '/dashboard/settings/employees' } },
        { id: 'groups', label: t('settings:place.groups'), target: { to: '/dashboard/settings/machine-groups' } },
        { id: 'alerts', label: t('settings:place.alerts'), target: { to: '/dashboard/settings/alerts' } },
        { id: 'guide', label: t('dashboard:quick.guides'), target: { to: '/dashboard/guide' } },
      ]),
    },
  ]
  const shown = sections.filter(({ actions }) => actions.length > 0)
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      lockScroll={false}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      // At the top: in the centre, the field would move with each letter that changes the number of results.
      centered={false}
      scrollable
      maxHeight="min(32rem, 70dvh)"
      classNames={{ actionDescription: classes.note ?? '' }}
    >
      <VisuallyHidden>
        <Modal.Title>{t('palette.title')}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList {...SCROLLABLE}>
        {shown.length === 0 && <Spotlight.Empty>{t('palette.none')}</Spotlight.Empty>}
        {shown.map(({ name, Icon, actions }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {actions.map(({ id, label, note, target }) => (
              <Spotlight.Action
                key={id}
                label={label}
                {...(note ? { description: note } : {})}
                leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
                onClick={() => void router.navigate(target)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
