import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { ImportPreview } from '#contract/import-preview.ts'
import { wallClock } from '#domain/calendar.ts'
import type { ImportKind } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'

/** Where the result of an import is shown, if not among the machines. */
const RESULTS: Partial<Record<ImportKind, { to: '/dashboard/transactions' | '/dashboard/rounds'; label: string }>> = {
  SALES: { to: '/dashboard/transactions', label: 'toSales' },
  ROUTES: { to: '/dashboard/rounds', label: 'toRounds' },
}

type Props = { kind: ImportKind; preview: ImportPreview; added: number; ref: Ref<HTMLDivElement> }

/** The number of imported rows, with a link to them. */
export function ImportDone({ kind, preview, added, ref }: Props) {
  const { t } = useTranslation('imports')
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      color="green"
      icon={<IconCircleCheck aria-hidden />}
      role="status"
      title={t('done', { count: added, shown: formats().number(added) })}
    >
      <LinkButton to={RESULTS[kind]?.to ?? '/dashboard/machines'} search={kind === 'SALES' ? spanOf(preview) : {}} variant="light" mt="xs">
        {t(RESULTS[kind]?.label ?? 'toMachines')}
      </LinkButton>
    </Alert>
  )
}

/** The days of the imported sales, as a filter of the transaction list. */
function spanOf({ period }: ImportPreview) {
  if (!period) return {}
  const zone = getSession().account.timezone
  const wall = (at: number) => new Date(wallClock(at, zone)).toISOString().slice(0, 16)
  return { from: wall(Date.parse(period.from)), until: wall(Date.parse(period.until) + MINUTE) }
}
