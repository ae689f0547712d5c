import { Badge, Box, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { unitAt } from '#app/data/stock.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { MachineCard } from '#contract/machines.ts'
import { CHANGE_REASONS } from '#contract/stock.ts'
import type { ChangeReason } from '#domain/stock/movements.ts'
import { type Change, isAsShown, isTreatedAsAdjustment, lockedReason } from './count.ts'
import classes from './StockCards.module.css'

const MAX_NOTE_LENGTH = 2000

type Props = {
  isOpen: boolean
  machine: MachineCard
  changes: readonly Change[]
  note: string
  onNote(note: string): void
  isRecording: boolean
  onCancel(): void
  onConfirm(reason: ChangeReason): void
}

/** Asks for the reason of differences, and shows each new quantity. */
export function ConfirmCountDialog({ isOpen, machine, changes, note, onNote, isRecording, onCancel, onConfirm }: Props) {
  const { t } = useTranslation('stock')
  const [chosen, setChosen] = useState<ChangeReason>('ADJUST')
  const locked = lockedReason(changes)
  const reason = locked ?? chosen
  const { exactAmount, number } = formats()
  const asShown = changes.filter(isAsShown).length
  return (
    <ConfirmDialog
      opened={isOpen}
      title={t('count.title')}
      confirm={t('count.confirm')}
      isBusy={isRecording}
      onClose={onCancel}
      onConfirm={() => onConfirm(reason)}
    >
      <Stack gap="sm">
        {asShown < changes.length && <Text fw={500}>{t('count.summary', { count: changes.length - asShown, machine: machine.name })}</Text>}
        {asShown > 0 && <Text fw={500}>{t('count.same', { amount: number(asShown), machine: machine.name })}</Text>}
        <SegmentedControl
          aria-label={t('count.reason')}
          fullWidth
          size="md"
          value={reason}
          disabled={locked !== null}
          onChange={(value) => setChosen(CHANGE_REASONS.find((name) => name === value) ?? 'ADJUST')}
          data={CHANGE_REASONS.map((value) => ({ value, label: t(`count.${value}`) }))}
        />
        {locked && (
          <Text size="sm" c="dimmed">
            {t('count.locked')}
          </Text>
        )}
        <Box component="ul" tabIndex={0} className={classes.lines} aria-label={t('restock.lines')}>
          {changes.map((change) => (
            <li key={change.place.productInstallationId} className={classes.line}>
              <span>
                {change.place.slotNumber === null ? null : <strong>{change.place.slotNumber} </strong>}
                {change.place.product.name}{' '}
                {isTreatedAsAdjustment(change, reason) && (
                  <Badge variant="light" color="orange">
                    {t('count.treatedAsAdjustment')}
                  </Badge>
                )}
              </span>
              <span>
                {t('wasShown', {
                  base: exactAmount(change.base, unitAt(change.place)),
                  quantity: exactAmount(change.quantity, unitAt(change.place)),
                })}
              </span>
            </li>
          ))}
        </Box>
        <Textarea
          label={t('count.note')}
          description={t('count.noteHint', { most: formats().number(MAX_NOTE_LENGTH) })}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={({ currentTarget: { value } }) => onNote(value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
