import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SalesList } from '#app/components/SalesList.tsx'
import { getSession } from '#app/data/device.ts'
import { salesPage } from '#app/data/transactions.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { SALES_SIZES } from '#app/ui/page-sizes.ts'
import { STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import type { MachineId } from '#domain/ids.ts'
import { spanOf } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'

/** The page of a machine's transactions, as in the URL. */
export type LastSearch = { page?: number | undefined; size?: (typeof SALES_SIZES)[number] | undefined; asOf?: Moment | undefined }

const PERIOD = 'LAST_30_DAYS'

/** A machine's sales of the last 30 days, newest first; the rest is available through a filter. */
export function LastTransactions({
  machineId,
  search: { page = 1, size = STANDARD_SIZE.sales, asOf },
  onSearch,
}: {
  machineId: MachineId
  search: LastSearch
  onSearch(next: LastSearch): void
}) {
  const { t } = useTranslation('machines')
  const [now] = useState(() => Date.now())
  const question = { ...spanOf(PERIOD, now, getSession().account.timezone), machine: machineId }
  const list = useQuery(salesPage(question, { page: page - 1, size, asOf: page > 1 ? asOf : undefined }))
  const all = (
    <LinkButton
      to="/dashboard/transactions/$machineId"
      params={{ machineId: String(machineId) }}
      search={{ period: PERIOD }}
      variant="light"
    >
      {t('allTransactions')}
    </LinkButton>
  )
  return (
    <>
      <SalesList
        list={list}
        failure={list.error}
        onRetry={() => void list.refetch()}
        page={page}
        size={size}
        onPage={(next) => onSearch({ size, ...next })}
        onSize={(next) => onSearch({ size: next })}
        empty={<EmptyState icon={<IconReceiptOff />} title={t('NO_DATA_AVAILABLE')} text={t('nothingSold')} action={all} />}
      />
      {list.data && list.data.rows.length > 0 && <p>{all}</p>}
    </>
  )
}
