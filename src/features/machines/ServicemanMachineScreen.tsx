import { IconBulb, IconTool } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineMenu } from '#app/components/MachineMenu.tsx'
import { ChangedMeanwhile } from '#app/components/operations/ChangedMeanwhile.tsx'
import { idIn } from '#app/data/id-in.ts'
import { machine } from '#app/data/machines.ts'
import { machineStock } from '#app/data/stock.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { MachineId } from '#domain/ids.ts'
import { MachineHead, UnknownMachine } from './MachineHead.tsx'
import { MachineOverview } from './MachineOverview.tsx'
import classes from './ProblemLinks.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/')({
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(machine(idIn(params.machineId))),
      context.queryClient.ensureQueryData(machineStock(idIn(params.machineId))),
    ]),
  component: ServicemanMachineScreen,
})

function ServicemanMachineScreen() {
  const { machineId } = Route.useParams()
  const { data: known } = useSuspenseQuery(machine(idIn(machineId)))
  if (!known) return <UnknownMachine machineId={idIn(machineId)} back={{ to: '/dashboard/serviceman/machines' }} />
  return (
    <>
      <MachineHead machine={known} back={{ to: '/dashboard/serviceman/machines' }} actions={<MachineMenu machine={known} />}>
        <ProblemLinks machineId={known.id} />
      </MachineHead>
      <ChangedMeanwhile machineId={known.id} />
      <MachineOverview machine={known} today={undefined} />
    </>
  )
}

/** Links of a machine to the report of a problem and the proposal of a product. */
function ProblemLinks({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('problems')
  const params = { machineId: String(machineId) }
  return (
    <div className={classes.links}>
      <LinkButton
        to="/dashboard/serviceman/machines/$machineId/problem"
        params={params}
        variant="default"
        px="xs"
        className={classes.link ?? ''}
        classNames={{ label: classes.label ?? '' }}
        leftSection={<IconTool size={24} aria-hidden />}
      >
        {t('title')}
      </LinkButton>
      <LinkButton
        to="/dashboard/serviceman/machines/$machineId/proposal"
        params={params}
        variant="default"
        px="xs"
        className={classes.link ?? ''}
        classNames={{ label: classes.label ?? '' }}
        leftSection={<IconBulb size={24} aria-hidden />}
      >
        {t('propose')}
      </LinkButton>
    </div>
  )
}
