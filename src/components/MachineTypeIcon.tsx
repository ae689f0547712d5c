import { IconCoffee } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { MachineType } from '#domain/machines/machine.ts'

export function MachineTypeIcon({ type, size = 20 }: { type: MachineType; size?: number }) {
  const { t } = useTranslation('machines')
  const Icon = type === 'COFFEE' ? IconCoffee : VendingMachineIcon
  return <Icon size={size} stroke={1.6} role="img" aria-label={t(type)} style={{ flexShrink: 0 }} />
}
