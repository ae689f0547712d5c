import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import classes from './Reports.module.css'

/** Definitions of a report's figures. */
export function Definitions({ words }: { words: readonly string[] }) {
  const { t } = useTranslation('machineReports')
  return (
    <Card aria-label={t('definitions')}>
      <Title order={2} size="h3" mb="xs">
        {t('definitions')}
      </Title>
      <ul className={classes.definitions}>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Card>
  )
}
