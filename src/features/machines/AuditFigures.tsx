import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { AuditFigures as Figures } from '#contract/dex-audits.ts'
import { fromIso } from '#domain/time.ts'
import classes from './AuditCard.module.css'

/** The machine's own figures: sales by means of payment next to what is booked, cash, and temperatures. */
export function AuditFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation('audits')
  const { number, money, dateTime } = formats()
  const { cash } = figures
  const withMoney = figures.payments.some(({ turnover }) => turnover !== undefined)
  const amount = (value: number | null | undefined) => (value === null || value === undefined ? '–' : money(value))
  return (
    <>
      {figures.payments.length > 0 && (
        <Table.ScrollContainer minWidth={280} mt="sm">
          <Table aria-label={t('payments')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('payments')}</Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  {t('machineSays')}
                </Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  {t('booked')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {figures.payments.map(({ method, pieces, bookedPieces, turnover, bookedTurnover }) => {
                const isOff = pieces !== bookedPieces || (turnover !== undefined && turnover !== null && turnover !== bookedTurnover)
                return (
                  <Table.Tr key={method} {...(isOff ? { c: 'orange' } : {})}>
                    <Table.Td>
                      {t(`method.${method}`)}
                      {isOff && <Text size="xs">{t('doesNotAddUp')}</Text>}
                    </Table.Td>
                    <Table.Td className={classes.figure}>
                      {pieces === null ? '–' : number(pieces)}
                      {withMoney && ` · ${amount(turnover)}`}
                    </Table.Td>
                    <Table.Td className={classes.figure}>
                      {number(bookedPieces)}
                      {withMoney && ` · ${amount(bookedTurnover)}`}
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {cash && cash.toCollect !== null && (
        <Text mt="sm" fw={600}>
          {t('toCollect', { money: money(cash.toCollect), at: cash.collectedAt ? dateTime(fromIso(cash.collectedAt)) : '–' })}
        </Text>
      )}
      {cash && (
        <Text size="sm" c="dimmed">
          {t('cashMoved', {
            all: amount(cash.in),
            box: amount(cash.toBox),
            tubes: amount(cash.toTubes),
            bills: amount(cash.bills),
            dispensed: amount(cash.dispensed),
            inTubes: amount(cash.inTubes),
          })}
        </Text>
      )}
      {figures.temperatures.map(({ name, celsius }) => (
        <Text key={name} size="sm" c="dimmed">
          {t('temperature', { name, celsius: number(celsius) })}
        </Text>
      ))}
    </>
  )
}
