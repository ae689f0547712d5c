import { Text, Title } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import type { LatestSale } from '#contract/dashboard.ts'
import { isTransactionType } from '#domain/sales/transaction.ts'
import { fromIso } from '#domain/time.ts'
import classes from './DashboardScreen.module.css'

/** The latest sales, live. */
export function LatestSales({ sales }: { sales: readonly LatestSale[] }) {
  const { t } = useTranslation('dashboard')
  const { money } = formats()
  return (
    <Card aria-label={t('latest.title')}>
      <Title order={2} mb="sm">
        {t('latest.title')}
      </Title>
      {sales.length === 0 ? (
        <EmptyState icon={<IconReceiptOff />} title={t('latest.none')} text={t('latest.noneText')} color="slate" />
      ) : (
        <ol className={classes.rows}>
          {sales.map(({ id, created, amount, type, product, machine, slotNumber, employeeCardIdentifier }) => (
            <li key={id} className={classes.row}>
              <span className={classes.words}>
                <span className={classes.subject}>{product?.name ?? t('latest.selection', { number: slotNumber })}</span>
                <Text span size="sm" c="dimmed" display="block">
                  {machine.name}
                </Text>
              </span>
              <span className={classes.aside}>
                <span className={classes.figure}>{money(amount)}</span>
                <Text span size="sm" c="dimmed" display="block">
                  {isTransactionType(type) ? t(`paid.${type}`) : t('paid.unknown')}
                  {type === 'RFID' && employeeCardIdentifier && ` …${employeeCardIdentifier}`}
                  {' · '}
                  <AgeText at={fromIso(created)} />
                </Text>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
