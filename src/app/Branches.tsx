import { Badge, Menu } from '@mantine/core'
import { IconBuilding, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Goal } from '#app/components/SwitchDialog.tsx'
import { accountSettings } from '#app/data/account.ts'
import { waitingElsewhere } from '#app/data/branches.ts'
import type { Account } from '#contract/account.ts'

/** The head office and its branches, for users who may switch: the current company, and pending operations of others on this device. */
export function Branches({ account, onChoose }: { account: Account; onChoose(goal: Goal): void }) {
  const { t } = useTranslation('company')
  const mayGo = account.roles.includes('ROLE_HQ_MANAGER')
  const { data: settings } = useQuery({ ...accountSettings(), enabled: mayGo })
  const { data: waiting } = useQuery({ ...waitingElsewhere(), enabled: mayGo })
  const branches = settings?.branches ?? []
  if (branches.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('branches')}</Menu.Label>
      {branches.map(({ identifier, name }) => {
        const id = Number(identifier)
        const isHere = id === account.companyId
        const count = waiting?.get(id) ?? 0
        const Icon = isHere ? IconCheck : IconBuilding
        return (
          <Menu.Item
            key={identifier}
            leftSection={<Icon size={18} aria-hidden />}
            aria-current={isHere || undefined}
            disabled={isHere}
            rightSection={
              count > 0 && !isHere ? (
                <Badge color="orange" variant="light">
                  {t('waits', { count })}
                </Badge>
              ) : undefined
            }
            onClick={() => onChoose({ id, name })}
          >
            {name}
          </Menu.Item>
        )
      })}
    </>
  )
}
