import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Place } from './navigation.ts'
import classes from './Shell.module.css'

/** What the bar of a phone has no room for. On a desk all of it stands in the head. */
export function OtherPlaces({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation('shell')
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const others = places.filter(({ isOther }) => isOther)
  if (others.length === 0) return null
  const isHere = others.some(({ to }) => to !== undefined && path.startsWith(to))
  return (
    <Menu position="top-end" width={220}>
      <Menu.Target>
        <button type="button" className={`${classes.place} ${classes.other}`} aria-current={isHere ? 'page' : undefined}>
          <span className={classes.placeIcon}>
            <IconDots size={24} stroke={1.8} aria-hidden />
          </span>
          {t('place.other')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ name, to, Icon }) => (
          <Menu.Item key={name} component={Link} to={to} h={48} leftSection={<Icon size={20} aria-hidden />}>
            {t(`place.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
