import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#contract/endpoint.ts'
import type { site } from '#contract/system.ts'
import type { LoginFields } from './LoginForm.tsx'
import classes from './LoginScreen.module.css'

type Demo = NonNullable<ReceivedOf<typeof site>['demo']>

/** The most used accounts: a manager and a serviceman. */
const FIRST = 2

/** The accounts of the demo; one tap signs in. */
export function DemoSignIns({ demo, isBusy, onChoose }: { demo: Demo; isBusy: boolean; onChoose(fields: LoginFields): void }) {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const people = isOpen ? demo.logins : demo.logins.slice(0, FIRST)
  return (
    <section aria-label={t('demo.title')}>
      <Text fw={600} mb={4}>
        {t('demo.title')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('demo.text')}
      </Text>
      <div className={classes.people}>
        {people.map(({ login, role, company }) => (
          <Button
            key={login}
            variant="light"
            h="auto"
            py="xs"
            justify="flex-start"
            disabled={isBusy}
            onClick={() => onChoose({ login, password: demo.password })}
          >
            <span className={classes.person}>
              <span>{t(`demo.${role}`, { defaultValue: role })}</span>
              <span className={classes.company}>{t('demo.as', { login, company })}</span>
            </span>
          </Button>
        ))}
        {!isOpen && demo.logins.length > FIRST && (
          <Button variant="subtle" h={48} onClick={() => setOpen(true)}>
            {t('demo.more', { count: demo.logins.length - FIRST })}
          </Button>
        )}
      </div>
    </section>
  )
}
