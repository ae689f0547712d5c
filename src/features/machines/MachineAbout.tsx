import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineOverview.module.css'

/** Basic data of a machine. */
export function MachineAbout({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('about')}
      </Title>
      <dl className={classes.facts}>
        <dt>{t('type')}</dt>
        <dd>{t(machine.type)}</dd>
        {(machine.vendor || machine.model) && (
          <>
            <dt>{t('model')}</dt>
            <dd>{[machine.vendor, machine.model].filter(Boolean).join(' ')}</dd>
          </>
        )}
      </dl>
    </>
  )
}
