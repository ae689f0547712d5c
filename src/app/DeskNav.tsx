import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './DeskNav.module.css'
import { type DeskGroup, deskPageOf } from './navigation.ts'
import { ReviewBadge } from './ReviewBadge.tsx'

/** Otherwise a link is marked as current on every page below its own, and "Today" on all of them. */
const EXACT = { exact: true, includeSearch: false } as const

type Props = { groups: readonly DeskGroup[]; isPainted: boolean }

/** The groups of a manager's pages, and below them the pages of the current group. */
export function DeskNav({ groups, isPainted }: Props) {
  const { t } = useTranslation('shell')
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const current = deskPageOf(groups, pathname)
  return (
    <nav aria-label={t('navigation')} className={classes.nav}>
      <div className={classes.groups}>
        {groups.map(({ name, pages: [first] }) => (
          <Link
            key={name}
            to={first?.to ?? '/dashboard'}
            activeOptions={EXACT}
            className={classes.group}
            aria-current={current?.group.name === name || undefined}
          >
            {t(`group.${name}`)}
            {name === 'today' && isPainted && <ReviewBadge />}
          </Link>
        ))}
      </div>
      {current && (
        <div className={classes.pages} data-desk-pages>
          {current.group.pages.map((page) => (
            <Link
              key={page.to}
              to={page.to}
              activeOptions={EXACT}
              className={classes.page}
              aria-current={page === current.page ? 'page' : undefined}
              aria-keyshortcuts={page.key ? `g ${page.key}` : undefined}
            >
              {t(page.label)}
            </Link>
          ))}
        </div>
      )}
    </nav>
  )
}
