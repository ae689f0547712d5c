import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LanguagePicker } from '#app/components/LanguagePicker.tsx'
import { siteInfo } from '#app/data/session.ts'
import classes from './LoginScreen.module.css'

/** Footer of pages before sign-in: the language and the support contact. */
export function SignInFooter() {
  const { t } = useTranslation('account')
  const { data: site } = useQuery(siteInfo())
  return (
    <footer className={classes.foot}>
      <LanguagePicker />
      {site && (
        <Text size="sm" c="dimmed">
          {t('supportContact')}{' '}
          <Anchor inherit href={`mailto:${site.supportEmail}`}>
            {site.supportEmail}
          </Anchor>
        </Text>
      )}
    </footer>
  )
}
