import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownVan } from '#app/data/van.ts'
import { STOCK_ENDS, type StockEnd } from '#domain/slots/slot.ts'

/** What happens to the stock of deleted slots. Goods that go back go into the van of a user who drives one. */
export function StockEndChoice({ label, value, onChange }: { label: string; value: StockEnd; onChange(end: StockEnd): void }) {
  const { t } = useTranslation('stock')
  const { data: own } = useQuery(ownVan())
  const wordsOf = (end: StockEnd) =>
    end === 'WAREHOUSE' && own
      ? { label: t('end.VAN', { van: own.van.name }), description: t('end.VAN_HELP') }
      : { label: t(`end.${end}`), description: t(`end.${end}_HELP`) }
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(STOCK_ENDS.find((one) => one === chosen) ?? 'LATER')}>
      <Stack gap="sm" mt="xs">
        {STOCK_ENDS.map((end) => (
          <Radio key={end} size="md" value={end} {...wordsOf(end)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
