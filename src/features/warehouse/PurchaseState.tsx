import { Text } from '@mantine/core'
import { IconCalendar, IconCircleCheck, IconTruckDelivery } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PurchaseStatus } from '#domain/warehouse/purchase.ts'
import classes from './Warehouse.module.css'

const ICONS = { PLANNED: IconCalendar, ON_ORDER: IconTruckDelivery, DELIVERED: IconCircleCheck } as const

/** Status of a purchase: word, icon and colour. */
export function PurchaseState({ status }: { status: PurchaseStatus }) {
  const { t } = useTranslation('warehouse')
  const Icon = ICONS[status]
  return (
    <Text span inherit className={classes.status} c={status === 'DELIVERED' ? 'var(--mantine-color-green-light-color)' : 'dimmed'}>
      <Icon size={18} aria-hidden />
      {t(`status.${status}`)}
    </Text>
  )
}
