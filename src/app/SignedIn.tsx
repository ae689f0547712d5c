import { Notifications } from '@mantine/notifications'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { open } from '#app/data/device.ts'
import { hasShortages, homeOf, mustSelectPlan } from '#app/data/home.ts'
import { signedIn } from '#app/data/session.ts'
import { NumberLocale } from '#app/ui/number-fields.ts'
import { TableUser } from '#app/ui/table/table-user.ts'
import { Shell } from './Shell.tsx'

export const Route = createFileRoute('/_signed-in')({
  // Uses local data only, so that a cold start works without a network.
  beforeLoad: async ({ location }) => {
    const account = await signedIn()
    if (!account) throw redirect({ to: '/login', search: { next: location.href }, replace: true })
    if (mustSelectPlan(account)) throw redirect({ to: '/pricing', replace: true })
    if (location.pathname.replace(/\/$/, '').endsWith('/shortages') && !hasShortages(account))
      throw redirect({ to: homeOf(account), replace: true })
    await open(account)
    return { account }
  },
  component: SignedIn,
})

function SignedIn() {
  const { account } = Route.useRouteContext()
  // After signing in as another user in place, live queries use another database.
  return (
    <NumberLocale value={account.locale}>
      <TableUser value={account.userId}>
        <Shell key={`${account.companyId}:${account.userId}`} account={account} />
      </TableUser>
      <Notifications position="bottom-right" limit={3} />
    </NumberLocale>
  )
}
