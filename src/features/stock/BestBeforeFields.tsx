import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { dateFromText, lastBestBefore, textOf } from './best-before.ts'
import type { RestockLine } from './restock.ts'
import classes from './StockCards.module.css'

type Props = { lines: readonly RestockLine[]; onDate(line: RestockLine, typed: string): void }

/** Optional best-before dates of what was put in: four digits each, or the last date of the product with one tap. */
export function BestBeforeFields({ lines, onDate }: Props) {
  const { t } = useTranslation('stock')
  const [isOpen, setOpen] = useState(lines.some(({ bestBefore }) => bestBefore !== undefined))
  if (!isOpen)
    return (
      <Button variant="subtle" size="md" leftSection={<IconCalendarPlus size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bestBefore.add')}
      </Button>
    )
  return (
    <Stack gap="xs">
      <Text fw={500}>{t('bestBefore.title')}</Text>
      <Text size="sm" c="dimmed">
        {t(formats().isDayFirst ? 'bestBefore.dayFirst' : 'bestBefore.monthFirst')}
      </Text>
      {lines.map((line) => (
        <BestBeforeField key={line.place.productInstallationId} line={line} onDate={(typed) => onDate(line, typed)} />
      ))}
    </Stack>
  )
}

function BestBeforeField({ line: { place, bestBefore = '' }, onDate }: { line: RestockLine; onDate(typed: string): void }) {
  const { t } = useTranslation('stock')
  const day = dateFromText(bestBefore)
  const last = lastBestBefore(place.productId)
  const isWrong = bestBefore.trim() !== '' && day === null
  return (
    <div className={classes.dated}>
      <TextInput
        className={classes.date ?? ''}
        label={place.slotNumber === null ? place.product.name : `${place.slotNumber} ${place.product.name}`}
        description={day === null ? undefined : formats().longDay(day)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isWrong && bestBefore.length >= 4 ? t('bestBefore.wrong') : undefined}
        value={bestBefore}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={10}
        onChange={(event) => onDate(event.currentTarget.value)}
      />
      {last !== null && bestBefore === '' && (
        <Button variant="light" size="md" onClick={() => onDate(textOf(last))}>
          {formats().day(last)}
        </Button>
      )}
    </div>
  )
}
