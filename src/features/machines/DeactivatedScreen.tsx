import { Button, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { deactivatedMachines, reactivateMachine } from '#app/data/machine-today.ts'
import { searchParam } from '#app/data/search-param.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { DeactivatedMachine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import classes from './MachineCards.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/deactivated-machines')({
  validateSearch: v.object({ page: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))) }),
  component: DeactivatedScreen,
})

const SIZE = 50

/** Deactivated machines, with a button to reactivate them. */
function DeactivatedScreen() {
  const { t } = useTranslation('machines')
  const { page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(deactivatedMachines(page - 1, SIZE))
  const [chosen, setChosen] = useState<DeactivatedMachine | null>(null)
  const reactivation = useKeyedMutation(reactivateMachine)
  const close = () => {
    reactivation.reset()
    setChosen(null)
  }
  const confirm = () =>
    chosen &&
    reactivation.mutate(
      { id: chosen.id },
      {
        onSuccess: () => {
          close()
          toastSuccess(t('reactivated', { machine: chosen.name }))
        },
      },
    )
  return (
    <>
      <PageHeader
        title={t('deactivatedMachines')}
        subtitle={t('deactivatedMachinesText')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('deactivatedMachines') }]}
      />
      <PagedList
        label={t('deactivatedMachines')}
        list={list}
        page={page}
        size={SIZE}
        onPage={(next) => void navigate({ search: { page: next > 1 ? next : undefined } })}
        empty={
          <EmptyState
            icon={<IconArchive />}
            title={t('noDeactivatedMachines')}
            text={t('noDeactivatedMachinesText')}
            action={<LinkButton to="/dashboard/machines">{t('showAll')}</LinkButton>}
          />
        }
      >
        {(machines) => (
          <ul className={classes.rows}>
            {machines.map((machine) => (
              <li key={machine.id} className={classes.row}>
                <span>
                  <Text span fw={600}>
                    {machine.name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {[machine.address, t('deactivatedAt', { at: formats().dateTime(fromIso(machine.deactivatedAt)) })]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </span>
                <Button
                  variant="default"
                  size="md"
                  aria-label={t('common:labelled', { label: t('reactivate'), value: machine.name })}
                  onClick={() => setChosen(machine)}
                >
                  {t('reactivate')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <ConfirmDialog
        opened={chosen !== null}
        title={t('reactivateTitle', { machine: chosen?.name })}
        confirm={t('reactivate')}
        onConfirm={confirm}
        onClose={close}
        isBusy={reactivation.isPending}
      >
        <Text>{t('reactivateMeans')}</Text>
        <ErrorText text={reactivation.errorText} />
      </ConfirmDialog>
    </>
  )
}
