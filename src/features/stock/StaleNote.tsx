import { Alert } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MachineStock } from '#app/data/stock.ts'
import { useAge } from '#app/ui/AgeText.tsx'

/** Shows the age of stale stock, and its effect on quantities. */
export function StaleNote({ stock: { asOf, isStale } }: { stock: MachineStock }) {
  if (!isStale) return null
  return asOf === null ? <Note age={null} /> : <Aged asOf={asOf} />
}

const Aged = ({ asOf }: { asOf: number }) => <Note age={useAge(asOf)} />

function Note({ age }: { age: string | null }) {
  const { t } = useTranslation('stock')
  return (
    <Alert color="orange" variant="light" icon={<IconClock aria-hidden />}>
      {age === null ? t('staleUnknown') : t('stale', { age })}
    </Alert>
  )
}
