import { Box, Button, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { unitAt } from '#app/data/stock.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { BestBeforeFields } from './BestBeforeFields.tsx'
import { hasWrongDate } from './best-before.ts'
import { type RestockLine, totalOf } from './restock.ts'
import classes from './StockCards.module.css'

type Props = {
  isOpen: boolean
  stock: MachineStock
  lines: readonly RestockLine[]
  isRecording: boolean
  onBestBefore(line: RestockLine, typed: string): void
  onCancel(): void
  onConfirm(): void
  /** Records it and leads to the next stop; null where there is none. */
  next: (() => void) | null
}

/** Shows what will be recorded, with numbers. */
export function ConfirmRestockDialog({ isOpen, stock: { machine }, lines, isRecording, onBestBefore, onCancel, onConfirm, next }: Props) {
  const { t } = useTranslation('stock')
  const filled = lines.filter(({ quantity }) => quantity > 0)
  const full = lines.filter((line) => line.full).length
  const { exactAmount } = formats()
  return (
    <ConfirmDialog
      opened={isOpen}
      title={t('restock.title')}
      confirm={t('restock.confirm')}
      isBusy={isRecording}
      isDisabled={hasWrongDate(filled)}
      isQuiet={next !== null}
      onClose={onCancel}
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        <Text fw={500}>
          {machine.type === 'COFFEE'
            ? t('restock.canisters', { count: filled.length, machine: machine.name })
            : t('restock.pieces', { count: totalOf(lines), machine: machine.name, places: t('restock.places', { count: filled.length }) })}
        </Text>
        {full > 0 && <Text c="dimmed">{t('restock.full', { count: full })}</Text>}
        <Box component="ul" tabIndex={0} className={classes.lines} aria-label={t('restock.lines')}>
          {filled.map(({ place, quantity }) => (
            <li key={place.productInstallationId} className={classes.line}>
              <span>
                {place.slotNumber === null ? null : <strong>{place.slotNumber} </strong>}
                {place.product.name}
              </span>
              <span>+{exactAmount(quantity, unitAt(place))}</span>
            </li>
          ))}
        </Box>
        {machine.type !== 'COFFEE' && filled.length > 0 && <BestBeforeFields lines={filled} onDate={onBestBefore} />}
        {next && (
          <Button
            size="lg"
            fullWidth
            disabled={isRecording || !isOpen || hasWrongDate(filled)}
            rightSection={<IconArrowRight size={22} aria-hidden />}
            onClick={next}
          >
            {t('restock.andNext')}
          </Button>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
