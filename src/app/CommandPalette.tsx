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
import { SYNONYMS } from './synonyms.ts'

const [store, palette] = createSpotlight()

/** So many of each kind: the first matches are enough to see whether another letter is needed. */
const MAX_SHOWN = 5

const INVENTORY_TABS = ['expiring', 'purchases', 'suppliers', 'changes'] as const

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>
/** `words`: other words for it that users search for. */
type Action = { id: string; label: string; note?: string | null; words?: string; target: Target }
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
  const isNamed = ({ label, note }: Action) => isFound(`${label} ${note ?? ''}`)
  /** What has the query in its name comes first, then what has it in its other words. */
  const some = (actions: readonly Action[]) =>
    [
      ...actions.filter(isNamed),
      ...actions.filter((action) => !isNamed(action) && isFound(`${action.label} ${action.note ?? ''} ${action.words ?? ''}`)),
    ].slice(0, MAX_SHOWN)
  const actionOf = (label: string, to: NonNullable<LinkProps['to']>): Action => {
    const name = SYNONYMS[to]
    return { id: to, label, target: { to }, ...(name !== undefined && { words: t(`synonyms.${name}`) }) }
  }
  const pageOf = (group: DeskGroup['name'], label: string, to: NonNullable<LinkProps['to']>): Action => ({
    ...actionOf(t(label), to),
    note: t(`group.${group}`),
  })
  const pages = groups.flatMap(({ name, pages }) => pages.map(({ label, to }) => pageOf(name, label, to)))
  const further = furtherPagesOf(account).map(({ group, label, to }) => pageOf(group, label, to))
  const tabs = INVENTORY_TABS.map(
    (tab): Action => ({
      id: `inventory ${tab}`,
      label: t(`warehouse:tab.${tab}`),
      note: t('place.inventory'),
      target: { to: '/dashboard/inventory', search: { tab } },
    }),
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
      actions: query.trim() === '' ? pages : some([...pages, ...further, ...tabs]),
    },
    {
      name: t('palette.actions'),
      Icon: IconBolt,
      actions: some([
        actionOf(t('settings:place.createMachine'), '/dashboard/settings/create-machine'),
        actionOf(t('settings:place.import'), '/dashboard/import'),
        actionOf(t('settings:place.employees'), '/dashboard/settings/employees'),
        actionOf(t('settings:place.groups'), '/dashboard/settings/machine-groups'),
        actionOf(t('settings:place.alerts'), '/dashboard/settings/alerts'),
        actionOf(t('dashboard:quick.guides'), '/dashboard/guide'),
      ]),
    },
  ]
  const found = sections.filter(({ actions }) => actions.length > 0)
  const words = query.trim()
  /** What no name contains may be explained in the instructions. */
  const instructions: Section = {
    name: t('palette.actions'),
    Icon: IconBolt,
    actions: [
      { id: 'instructions', label: t('palette.instructions', { query: words }), target: { to: '/dashboard/guide', search: { q: words } } },
    ],
  }
  const shown = found.length > 0 ? found : [instructions]
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
        {found.length === 0 && <Spotlight.Empty>{t('palette.none')}</Spotlight.Empty>}
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
