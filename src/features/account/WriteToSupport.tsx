import { Anchor, Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import classes from './LoginScreen.module.css'

/** What a person has to ask people for. Where the server cannot be asked for the address, it says so. */
export function WriteToSupport({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('account')
  const { data: site, isPending } = useQuery(siteInfo())
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Card component="div" p="lg">
          <EmptyState
            isPage
            icon={<IconMail />}
            title={title}
            text={
              <>
                <p>{text}</p>
                {site ? <Anchor href={`mailto:${site.supportEmail}`}>{site.supportEmail}</Anchor> : !isPending && t('offline.support')}
              </>
            }
            action={
              <Button variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
                {t('backToLogin')}
              </Button>
            }
          />
        </Card>
      </div>
    </main>
  )
}
