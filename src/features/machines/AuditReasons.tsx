import { Alert, Table } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { AuditPreview } from '#contract/dex-audits.ts'
import classes from './AuditCard.module.css'

/** Why nothing is booked before a manager confirms it, with both values. */
export function AuditReasons({ reasons, children }: { reasons: AuditPreview['reasons']; children?: ReactNode }) {
  const { t } = useTranslation('audits')
  const { number } = formats()
  const figure = (value: string | number | null) => (value === null ? '–' : typeof value === 'number' ? number(value) : value)
  return (
    <Alert mt="sm" color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('held')}>
      <Table.ScrollContainer minWidth={240}>
        <Table aria-label={t('held')} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('figure')}</Table.Th>
              <Table.Th scope="col" className={classes.figure}>
                {t('before')}
              </Table.Th>
              <Table.Th scope="col" className={classes.figure}>
                {t('now')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(({ code, before, now, selection, hours }) => (
              <Table.Tr key={`${code} ${selection ?? ''}`}>
                <Table.Td>
                  {t(`reason.${code}`, { hours: number(hours ?? 0) })}
                  {selection === undefined ? null : ` (${t('selection')} ${selection})`}
                </Table.Td>
                <Table.Td className={classes.figure}>{figure(before)}</Table.Td>
                <Table.Td className={classes.figure}>{figure(now)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {children}
    </Alert>
  )
}
