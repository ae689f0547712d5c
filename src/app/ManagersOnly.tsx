import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { homeOf, isOpenTo } from '#app/data/home.ts'

export const Route = createFileRoute('/_signed-in/_managers')({
  beforeLoad: ({ context: { account }, location }) => {
    if (account.companyRole !== 'ROLE_MANAGER') throw redirect({ to: homeOf(account), replace: true })
    if (!isOpenTo(account, location.pathname)) throw redirect({ to: '/dashboard/transactions', replace: true })
  },
  component: Outlet,
})
