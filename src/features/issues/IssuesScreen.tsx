import { Anchor, MultiSelect, NativeSelect } from '@mantine/core'
import { IconMessageCheck, IconSearchOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { GroupSelect, MachineSelect } from '#app/components/MachineFilters.tsx'
import { MoreFilters } from '#app/components/MoreFilters.tsx'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { PeriodFilter } from '#app/components/PeriodFilter.tsx'
import { PERIOD_IN_ADDRESS, spanOfPeriod } from '#app/components/period-search.ts'
import { getSession } from '#app/data/device.ts'
import { issues } from '#app/data/issues.ts'
import { machineList } from '#app/data/machines.ts'
import { searchParam } from '#app/data/search-param.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { ISSUES_A_PAGE, type Issue } from '#contract/issues.ts'
import type { Machine } from '#contract/machines.ts'
import { stamp } from '#domain/formats.ts'
import { ISSUE_SOURCES, ISSUE_STATUSES, ISSUE_TYPES } from '#domain/issues.ts'
import { Contact } from './Contact.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { IssueMachine } from './IssueMachine.tsx'
import classes from './Issues.module.css'
import { useIssueLabels, useIssueTitle } from './issue-labels.ts'
import { StaffMark } from './StaffReport.tsx'
import { StatusSelect } from './StatusSelect.tsx'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** `issue`: the report whose details are open, so that it has a URL. `page` counts from 1. */
const IssuesSearch = v.object({
  ...PERIOD_IN_ADDRESS,
  types: searchParam(v.array(v.picklist(ISSUE_TYPES))),
  source: searchParam(v.picklist(ISSUE_SOURCES)),
  status: searchParam(v.picklist(ISSUE_STATUSES)),
  machine: searchParam(id),
  group: searchParam(id),
  page: searchParam(id),
  issue: searchParam(v.pipe(v.string(), v.uuid())),
})
type IssuesSearch = v.InferOutput<typeof IssuesSearch>

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/issues')({
  validateSearch: IssuesSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: IssuesScreen,
})

/** Reports of customers from stickers and of employees at machines, and their status. */
function IssuesScreen() {
  const { t } = useTranslation('issues')
  const titleOf = useIssueTitle()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { timezone } = getSession().account
  // The day may end while the page is open; it keeps the day on which it was opened.
  const [now] = useState(() => Date.now())
  const { page = 1, types = [], status: wanted, source, machine, group, issue: open } = search
  const span = spanOfPeriod(search, now, timezone)
  const list = useQuery(issues({ span, types, status: wanted, source, machine, group }, page - 1))
  const isNarrowed = span !== null || types.length > 0 || Boolean(wanted ?? source ?? machine ?? group)
  const show = (issue: string | undefined) => void navigate({ search: { ...search, issue }, resetScroll: false })
  const columns: Column<Issue>[] = [
    {
      key: 'type',
      sortBy: titleOf,
      label: t('list.column.type'),
      cell: (issue) => (
        <>
          <Anchor
            component="button"
            type="button"
            className={classes.what ?? ''}
            aria-haspopup="dialog"
            onClick={() => show(issue.identifier)}
          >
            {titleOf(issue)}
          </Anchor>
          {issue.staff && <StaffMark staff={issue.staff} />}
        </>
      ),
    },
    {
      key: 'machine',
      label: t('list.column.machine'),
      sortBy: ({ machine: of }) => of.name,
      cell: ({ machine: of }) => <IssueMachine machine={of} />,
    },
    {
      key: 'created',
      sortBy: ({ created }) => created,
      label: t('list.column.created'),
      cell: ({ created }) => (
        <time dateTime={created} className={classes.when}>
          {stamp(created, timezone)}
        </time>
      ),
    },
    { key: 'details', label: t('list.column.details'), cell: ({ details }) => <span className={classes.details}>{details ?? '–'}</span> },
    {
      key: 'contact',
      label: t('list.column.contact'),
      cell: ({ contactDetails, staff }) => (
        <span className={classes.contact}>
          {staff ? staff.reporter.name : contactDetails === null ? '–' : <Contact contact={contactDetails} />}
        </span>
      ),
    },
    {
      key: 'status',
      label: t('list.column.status'),
      sortBy: (issue) => t(`status.${issue.status}`),
      cell: (issue) => <StatusSelect issue={issue} />,
    },
  ]
  return (
    <>
      <PageHeader title={t('list.title')} subtitle={t('list.subtitle')} />
      <div className={layout.page}>
        <IssueFilters
          search={search}
          machines={machines}
          onNarrow={(next) => void navigate({ search: { ...search, page: undefined, ...next }, replace: true })}
        />
        <PagedList
          label={t('list.title')}
          list={list}
          page={page}
          size={ISSUES_A_PAGE}
          onPage={(next) => void navigate({ search: { ...search, page: next > 1 ? next : undefined } })}
          empty={
            isNarrowed ? (
              <EmptyState
                icon={<IconSearchOff />}
                title={t('list.nothingFound')}
                action={
                  <LinkButton to="/dashboard/more/issues" variant="default">
                    {t('list.showAll')}
                  </LinkButton>
                }
              />
            ) : (
              <UnlessNoMachines>
                <EmptyState icon={<IconMessageCheck />} title={t('list.none')} text={t('list.noneText')} />
              </UnlessNoMachines>
            )
          }
        >
          {(rows, isComplete) => (
            <Table
              name="issues"
              isComplete={isComplete}
              label={t('list.title')}
              columns={columns}
              rows={rows}
              keyOf={({ identifier }) => identifier}
              isFading={list.isPlaceholderData}
            />
          )}
        </PagedList>
      </div>
      <IssueDialog id={open ?? null} onClose={() => show(undefined)} />
    </>
  )
}

type Props = { search: IssuesSearch; machines: readonly Machine[]; onNarrow(next: Partial<IssuesSearch>): void }

/** Filters by status, time, type and machine. On a phone all but the first are collapsed. */
function IssueFilters({ search, machines, onNarrow }: Props) {
  const { t } = useTranslation('issues')
  const words = useIssueLabels()
  const { types = [], status, source, machine, group, period, from } = search
  return (
    <Card aria-label={t('transactions:filters')}>
      <div className={layout.filters}>
        <NativeSelect
          label={t('list.status')}
          data={[{ value: '', label: t('list.allStatuses') }, ...ISSUE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))]}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => onNarrow({ status: ISSUE_STATUSES.find((one) => one === value) })}
        />
        <MoreFilters areSet={types.length > 0 || Boolean(source ?? machine ?? group ?? period ?? from)}>
          <MultiSelect
            label={t('list.types')}
            placeholder={types.length === 0 ? t('list.allTypes') : ''}
            data={ISSUE_TYPES.map((value) => ({ value, label: words(value) }))}
            value={[...types]}
            onChange={(chosen) => {
              const next = ISSUE_TYPES.filter((type) => chosen.includes(type))
              onNarrow({ types: next.length === 0 ? undefined : next })
            }}
          />
          <NativeSelect
            label={t('list.source')}
            data={[{ value: '', label: t('list.allSources') }, ...ISSUE_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))]}
            value={source ?? ''}
            onChange={({ currentTarget: { value } }) => onNarrow({ source: ISSUE_SOURCES.find((one) => one === value) })}
          />
          <PeriodFilter search={search} onChange={onNarrow} />
          <MachineSelect machines={machines} value={machine} onChange={(next) => onNarrow({ machine: next })} />
          <GroupSelect value={group} onChange={(next) => onNarrow({ group: next })} />
        </MoreFilters>
      </div>
    </Card>
  )
}
