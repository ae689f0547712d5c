import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconEdit, IconId, IconTableImport, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { searchParam } from '#app/data/search-param.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NothingFound } from '#app/ui/NothingFound.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { PASS_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Pass } from '#contract/passes.ts'
import { stamp } from '#domain/formats.ts'
import { ImportPasses } from './ImportPasses.tsx'
import { PassDialog } from './PassDialog.tsx'
import classes from './Passes.module.css'
import { deletePass, passes, passesTable } from './passes.queries.ts'
import { TopUpDialog } from './TopUpDialog.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/employee-passes')({
  validateSearch: v.object({
    q: searchParam(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))),
    page: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))),
    size: searchParam(v.picklist(PASS_SIZES)),
  }),
  component: PassesScreen,
})

type Open = { what: 'add' | 'topUp' | 'import' } | { what: 'edit' | 'delete'; pass: Pass }

/** Prepaid cards with holder and credit, and their actions. */
function PassesScreen() {
  const { t } = useTranslation('passes')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { q = '', page = 1, size = STANDARD_SIZE.passes } = search
  const list = useQuery(passes({ page: page - 1, size, query: q }))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { money } = formats()
  const { timezone } = getSession().account
  const columns: Column<Pass>[] = [
    {
      key: 'card',
      sortBy: ({ cardIdentifier }) => cardIdentifier,
      label: t('column.cardIdentifier'),
      cell: ({ cardIdentifier }) => <span className={classes.card}>{cardIdentifier}</span>,
    },
    {
      key: 'holder',
      label: t('column.holderName'),
      sortBy: ({ holderName }) => holderName,
      cell: ({ holderName }) => <span className={classes.card}>{holderName}</span>,
    },
    {
      key: 'credit',
      label: t('column.creditAmount'),
      isNumber: true,
      sortBy: (pass) => pass.creditAmount,
      cell: ({ creditAmount }) => money(creditAmount),
    },
    {
      key: 'recurring',
      sortBy: (pass) => pass.recurringCreditAmount,
      label: t('column.recurringCreditAmount'),
      isNumber: true,
      cell: ({ recurringCreditAmount }) => money(recurringCreditAmount),
    },
    { key: 'active', label: t('column.isActive'), sortBy: ({ isActive }) => !isActive, cell: ({ isActive }) => t(isActive ? 'yes' : 'no') },
    {
      key: 'created',
      label: t('column.created'),
      sortBy: ({ created }) => Date.parse(created),
      cell: ({ created }) => <time dateTime={created}>{stamp(created, timezone)}</time>,
    },
    {
      key: 'deeds',
      label: '',
      isNumber: true,
      cell: (pass) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('editOf', { holder: pass.holderName })}
            onClick={() => setOpen({ what: 'edit', pass })}
          >
            <IconEdit size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={44}
            aria-label={t('deleteAsk', { holder: pass.holderName })}
            onClick={() => setOpen({ what: 'delete', pass })}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ]
  const add = (
    <Button size="md" onClick={() => setOpen({ what: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className={classes.head}>
        <div className={classes.search}>
          <SearchBox
            label={t('search')}
            value={q}
            onSearch={(next) => void navigate({ search: { ...search, q: next || undefined, page: undefined }, replace: true })}
          />
        </div>
        {add}
        <Button size="md" variant="light" onClick={() => setOpen({ what: 'topUp' })}>
          {t('topUp')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconTableImport size={20} aria-hidden />}
          onClick={() => setOpen({ what: 'import' })}
        >
          {t('import')}
        </Button>
        <ExportTable key={q} label={t('export')} request={(language) => passesTable(q, language)} isEmpty={list.data?.items.length === 0} />
      </div>
      <PagedList
        label={t('title')}
        list={list}
        page={page}
        size={size}
        sizes={PASS_SIZES}
        onPage={(next) => void navigate({ search: { ...search, page: next > 1 ? next : undefined } })}
        onSize={(next) => void navigate({ search: { ...search, page: undefined, size: PASS_SIZES.find((one) => one === next) } })}
        empty={
          q ? (
            <NothingFound
              title={t('nothingFound')}
              onShowAll={() => void navigate({ search: { ...search, q: undefined, page: undefined } })}
            />
          ) : (
            <EmptyState icon={<IconId />} title={t('none')} text={t('noneText')} action={add} />
          )
        }
      >
        {(rows, isComplete) => (
          <Table
            name="passes"
            isComplete={isComplete}
            label={t('title')}
            columns={columns}
            rows={rows}
            keyOf={({ cardIdentifier }) => cardIdentifier}
            isFading={list.isPlaceholderData}
          />
        )}
      </PagedList>
      <PassDialog opened={open?.what === 'add' || open?.what === 'edit'} pass={open?.what === 'edit' ? open.pass : null} onClose={close} />
      <TopUpDialog opened={open?.what === 'topUp'} onClose={close} />
      <ImportPasses opened={open?.what === 'import'} onClose={close} />
      <DeletePass pass={open?.what === 'delete' ? open.pass : null} onClose={close} />
    </>
  )
}

/** Confirms the deletion of a card, and shows its credit. */
function DeletePass({ pass, onClose }: { pass: Pass | null; onClose(): void }) {
  const { t } = useTranslation('passes')
  const { mutate, isPending, errorText, reset } = useKeyedMutation({
    ...deletePass,
    onSuccess: () => {
      toastSuccess(t('deleted'))
      onClose()
    },
    onError: () => toastError(t('machines:operationFailed')),
  })
  return (
    <ConfirmDialog
      opened={pass !== null}
      title={t('deleteAsk', { holder: pass?.holderName ?? '' })}
      confirm={t('delete')}
      onConfirm={() => pass && mutate({ card: pass.cardIdentifier })}
      onClose={() => {
        reset()
        onClose()
      }}
      isBusy={isPending}
      isDangerous
    >
      {pass && <Text>{t('deleteMeans', { credit: formats().money(pass.creditAmount), card: pass.cardIdentifier })}</Text>}
      <ErrorText text={errorText} />
    </ConfirmDialog>
  )
}
