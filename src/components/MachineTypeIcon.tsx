import { IconCoffee, IconCookie } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MachineType } from '#domain/machines/machine.ts'

export function MachineTypeIcon({ type, size = 20 }: { type: MachineType; size?: number }) {
  const { t } = useTranslation('machines')
  const Icon = type === 'COFFEE' ? IconCoffee : IconCookie
  return <Icon size={size} stroke={1.6} role="img" aria-label={t(type)} style={{ flexShrink: 0 }} />
}
