import { CloseButton, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import classes from './DemoBanner.module.css'

const HIDDEN = 'demoBannerHidden'

/** In a company of the demo, says that nothing here is real; others may have registered beside it. */
export function DemoBanner({ company }: { company: string }) {
  const { t } = useTranslation('shell')
  const { data: site } = useQuery(siteInfo())
  const [isHidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN) !== null)
  if (isHidden || !site?.demo?.logins.some((login) => login.company === company)) return null
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
