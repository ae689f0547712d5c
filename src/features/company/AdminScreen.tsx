import { Badge, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { PagedList } from '#app/components/PagedList.tsx'
import { type Goal, SwitchDialog } from '#app/components/SwitchDialog.tsx'
import { COMPANIES_A_PAGE, companies, switchCompany } from '#app/data/branches.ts'
import { homeOf } from '#app/data/home.ts'
import { NothingFound } from '#app/ui/NothingFound.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { ListedCompany } from '#contract/branches.ts'

const Search = v.object({
  q: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined)),
  page: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))), undefined)),
})

export const Route = createFileRoute('/_signed-in/dashboard/admin')({
  validateSearch: Search,
  beforeLoad: ({ context: { account } }) => {
    if (!account.roles.includes('ROLE_SUPER_ADMIN')) throw redirect({ to: homeOf(account), replace: true })
  },
  component: AdminScreen,
})

/** All companies on this server, with links to switch to them. */
function AdminScreen() {
  const { t } = useTranslation('company')
  const { account } = Route.useRouteContext()
  const { q = '', page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(companies({ page: page - 1, query: q }))
  const [goal, setGoal] = useState<Goal | null>(null)
  const columns: Column<ListedCompany>[] = [
    { key: 'name', label: t('field.name'), sortBy: ({ name }) => name, cell: ({ name }) => name },
    { key: 'id', label: t('admin.id'), sortBy: ({ id }) => id, cell: ({ id }) => id },
    {
      key: 'license',
      sortBy: ({ hasLicense }) => hasLicense,
      label: t('admin.license'),
      cell: ({ hasLicense }) => (
        <Badge variant="light" color={hasLicense ? 'green' : 'gray'}>
          {t(hasLicense ? 'admin.yes' : 'admin.no')}
        </Badge>
      ),
    },
    { key: 'plan', label: t('admin.plan'), sortBy: ({ plan }) => t(`plan.${plan}`), cell: ({ plan }) => t(`plan.${plan}`) },
    {
      key: 'switch',
      label: '',
      cell: ({ id, name, plan }) =>
        id === account.companyId ? (
          <Badge>{t('admin.here')}</Badge>
        ) : (
          <Button
            variant="default"
            mih={48}
            disabled={plan === 'NOT_PAYING'}
            aria-label={t('admin.switchTo', { name })}
            onClick={() => setGoal({ id, name })}
          >
            {t('switch.confirm')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageHeader title={t('admin.title')} subtitle={t('admin.text')} />
      <Stack gap="md">
        <SearchBox
          label={t('admin.search')}
          value={q}
          onSearch={(query) => void navigate({ search: query ? { q: query } : {}, replace: true })}
        />
        <PagedList
          label={t('admin.title')}
          list={list}
          page={page}
          size={COMPANIES_A_PAGE}
          onPage={(next) => void navigate({ search: { ...(q ? { q } : {}), ...(next > 1 ? { page: next } : {}) } })}
          empty={<NothingFound title={t('admin.none')} onShowAll={() => void navigate({ search: {} })} />}
        >
          {(rows, isComplete) => (
            <Table
              name="companies"
              isComplete={isComplete}
              label={t('admin.title')}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              isFading={list.isPlaceholderData}
            />
          )}
        </PagedList>
      </Stack>
      <SwitchDialog goal={goal} by={switchCompany} onClose={() => setGoal(null)} />
    </>
  )
}
