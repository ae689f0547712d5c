import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MachineMenu } from '#app/components/MachineMenu.tsx'
import { ChangedMeanwhile } from '#app/components/operations/ChangedMeanwhile.tsx'
import { machine, machineIdIn } from '#app/data/machines.ts'
import { machineStock } from '#app/data/stock.ts'
import { MachineHead, UnknownMachine } from './MachineHead.tsx'
import { MachineOverview } from './MachineOverview.tsx'
import { ProblemLinks } from './ProblemLinks.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/')({
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(machine(machineIdIn(params.machineId))),
      context.queryClient.ensureQueryData(machineStock(machineIdIn(params.machineId))),
    ]),
  component: ServicemanMachineScreen,
})

function ServicemanMachineScreen() {
  const { machineId } = Route.useParams()
  const { data: known } = useSuspenseQuery(machine(machineIdIn(machineId)))
  if (!known) return <UnknownMachine machineId={machineIdIn(machineId)} back={{ to: '/dashboard/serviceman/machines' }} />
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
