import { Anchor, Title } from '@mantine/core'
import { IconApps, IconDeviceSim, IconHelp, IconId, IconPackages, IconPlus, IconUsers, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import classes from './QuickAccess.module.css'

const PLACES: readonly { name: string; to: string; Icon: TablerIcon }[] = [
  { name: 'createMachine', to: '/dashboard/settings/create-machine', Icon: IconPlus },
  { name: 'devices', to: '/dashboard/more/devices-list', Icon: IconDeviceSim },
  { name: 'assortment', to: '/dashboard/assortment', Icon: IconApps },
  { name: 'inventory', to: '/dashboard/inventory', Icon: IconPackages },
  { name: 'employees', to: '/dashboard/settings/employees', Icon: IconUsers },
  { name: 'passes', to: '/dashboard/more/employee-passes', Icon: IconId },
]

/** Where managers go most, as far as this app has it, and whom to write to when nothing helps. */
export function QuickAccess() {
  const { t } = useTranslation('dashboard')
  const router = useRouter()
  const { data: site } = useQuery(siteInfo())
  const places = PLACES.filter(({ to }) => to in router.routesByPath)
  if (places.length === 0 && !site) return null
  return (
    <Card aria-label={t('quick.title')}>
      <Title order={2} size="h4" mb="sm">
        {t('quick.title')}
      </Title>
      <ul className={classes.places}>
        {places.map(({ name, to, Icon }) => (
          <li key={name}>
            <a
              href={to}
              className={classes.place}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                void router.navigate({ href: to })
              }}
            >
              <Icon size={22} stroke={1.6} aria-hidden />
              {t(`quick.${name}`)}
            </a>
          </li>
        ))}
        {site && (
          <li>
            <Anchor href={`mailto:${site.supportEmail}`} className={classes.place} underline="never">
              <IconHelp size={22} stroke={1.6} aria-hidden />
              <span>
                {t('quick.support')}
                <span className={classes.note}>{t('quick.supportHours', { email: site.supportEmail })}</span>
              </span>
            </Anchor>
          </li>
        )}
      </ul>
    </Card>
  )
}
