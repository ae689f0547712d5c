import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Goal, SwitchDialog } from '#app/components/SwitchDialog.tsx'
import { accountSettings } from '#app/data/account.ts'
import { switchBranch } from '#app/data/branches.ts'
import { getSession } from '#app/data/device.ts'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './More.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/branches')({ component: BranchesScreen })

/** The contact for branches, and links to those that the user may switch to. */
function BranchesScreen() {
  const { t } = useTranslation('more')
  const { account } = getSession()
  const { data: site } = useQuery(siteInfo())
  const { data: settings } = useQuery({ ...accountSettings(), enabled: account.roles.includes('ROLE_HQ_MANAGER') })
  const [goal, setGoal] = useState<Goal | null>(null)
  const branches = settings?.branches ?? []
  return (
    <>
      <PageHeader title={t('branch.title')} />
      <div className={classes.branches}>
        {branches.length > 0 && (
          <Card aria-label={t('branch.title')}>
            <ul className={classes.list}>
              {branches.map(({ identifier, name }) => (
                <li key={identifier} className={classes.branch}>
                  <b>{name}</b>
                  {Number(identifier) === account.companyId ? (
                    <Text c="dimmed">{t('branch.here')}</Text>
                  ) : (
                    <Button
                      variant="light"
                      size="md"
                      aria-label={t('branch.goTo', { name })}
                      onClick={() => setGoal({ id: Number(identifier), name })}
                    >
                      {t('branch.go')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card aria-label={t('branch.write')}>
          <Text mb="md">{t('branch.text')}</Text>
          {site && (
            <Button component="a" href={`mailto:${site.supportEmail}`} variant="light" size="md">
              {t('branch.write')}
            </Button>
          )}
        </Card>
      </div>
      <SwitchDialog goal={goal} by={switchBranch} onClose={() => setGoal(null)} />
    </>
  )
}
