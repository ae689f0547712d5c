import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STOCK_ENDS, type StockEnd } from '#domain/slots/slot.ts'

/** What happens to the stock of deleted slots. */
export function StockEndChoice({ label, value, onChange }: { label: string; value: StockEnd; onChange(end: StockEnd): void }) {
  const { t } = useTranslation('stock')
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(STOCK_ENDS.find((one) => one === chosen) ?? 'LATER')}>
      <Stack gap="sm" mt="xs">
        {STOCK_ENDS.map((end) => (
          <Radio key={end} size="md" value={end} label={t(`end.${end}`)} description={t(`end.${end}_HELP`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
