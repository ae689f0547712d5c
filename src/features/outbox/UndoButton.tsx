import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undo } from '#app/data/stock.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { OutboxEntry } from '#offline/records.ts'
import classes from './OutboxScreen.module.css'

/** A slot or a note is not undone but simply edited again. */
const UNDOABLE = [
  'restockSlots',
  'restockProducts',
  'changeInventory',
  'changeCoffeeInventory',
  'withdrawCash',
  'reportProblem',
  'proposeProduct',
]

/** Undoes an operation that was sent: a separate operation, which may even arrive first. */
export function UndoButton({ entry }: { entry: Pick<OutboxEntry, 'call' | 'machineId' | 'opId'> }) {
  const { t } = useTranslation('outbox')
  const [isFull, setFull] = useState(false)
  if (!UNDOABLE.includes(entry.call)) return null
  const takeBack = async () => {
    const keeping = await undo(entry.machineId, entry.opId)
    if ('kept' in keeping) return
    setFull(true)
    toastError(t('notKept'))
  }
  return (
    <>
      {isFull && (
        <Text role="alert" c="var(--mantine-color-error)" mb="sm">
          {t('notKept')}
        </Text>
      )}
      <div className={classes.buttons}>
        <Button variant="default" mih={48} onClick={() => void takeBack()}>
          {t('undo')}
        </Button>
      </div>
    </>
  )
}
