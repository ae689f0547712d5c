import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconMoneybag } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WithdrawCash } from '#app/components/WithdrawCash.tsx'
import type { MachineCard } from '#contract/machines.ts'
import type { StockArea } from './stock-area.ts'

/** The page on which a serviceman reports a problem of a machine; the button is there as soon as the page is. */
const PROBLEM: string = '/dashboard/serviceman/machines/$machineId/problem'

type Props = { machine: MachineCard; area: StockArea; className: string | undefined }

/** What a visit consists of besides stock: the cash box, and problems. */
export function VisitActions({ machine, area, className }: Props) {
  const { t } = useTranslation('stock')
  const router = useRouter()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const problem = PROBLEM.replace('$machineId', String(machine.id))
  return (
    <>
      <UnstyledButton className={className} onClick={() => setWithdrawing(true)}>
        <IconMoneybag size={20} aria-hidden />
        {t('visit.cash')}
      </UnstyledButton>
      {area.isVisit && PROBLEM in router.routesByPath && (
        <UnstyledButton
          component="a"
          href={problem}
          className={className}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            void router.navigate({ href: problem })
          }}
        >
          <IconAlertTriangle size={20} aria-hidden />
          {t('visit.problem')}
        </UnstyledButton>
      )}
      <WithdrawCash machine={machine} opened={isWithdrawing} onClose={() => setWithdrawing(false)} />
    </>
  )
}
