import { CloseButton, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recall, remember } from '#app/data/local-settings.ts'
import { siteInfo } from '#app/data/session.ts'
import type { Account } from '#contract/account.ts'
import classes from './DemoBanner.module.css'

const HIDDEN = 'demoBannerHidden'
/** The id of the demo company that this device opened last. */
const DEMO_COMPANY = 'demoCompany'

/**
 * Marks a demo company, whose data is invented. This device stores whether the company is a demo, so that the banner appears with the first
 * paint and causes no layout shift.
 */
export function DemoBanner({ account: { companyId, companyName }, isPainted }: { account: Account; isPainted: boolean }) {
  const { t } = useTranslation('shell')
  const { data: site } = useQuery({ ...siteInfo(), enabled: isPainted })
  const [isHidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN) !== null)
  const wasDemo = recall(DEMO_COMPANY) === String(companyId)
  const isDemo = site ? (site.demo?.logins.some(({ company }) => company === companyName) ?? false) : wasDemo
  useEffect(() => {
    if (isDemo !== wasDemo) remember(DEMO_COMPANY, isDemo ? String(companyId) : '')
  }, [isDemo, wasDemo, companyId])
  if (isHidden || !isDemo) return null
  return (
    <aside className={classes.banner} aria-label={t('demo.label')}>
      <IconFlask size={18} aria-hidden className={classes.icon} />
      <Text size="sm">{t('demo.text')}</Text>
      <CloseButton
        size={48}
        iconSize={18}
        aria-label={t('demo.hide')}
        onClick={() => {
          sessionStorage.setItem(HIDDEN, '1')
          setHidden(true)
        }}
      />
    </aside>
  )
}
