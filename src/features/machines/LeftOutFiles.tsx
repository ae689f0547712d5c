import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './AuditCard.module.css'
import type { LeftOut } from './audit-files.ts'

/** Files without anything to record, each with its reason. */
export function LeftOutFiles({ files }: { files: readonly LeftOut[] }) {
  const { t } = useTranslation('audits')
  if (files.length === 0) return null
  return (
    <Alert
      color={files.every(({ why }) => why === 'TWICE') ? 'gray' : 'red'}
      mt="md"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('leftOut')}
    >
      <ul className={classes.reasons}>
        {files.map(({ name, why, line, other }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several files may share a name, and their order is fixed
          <li key={nth}>
            <strong>{name}</strong> {t(`unreadable.${why}`, { line, other })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
