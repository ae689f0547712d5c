import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { homeOf } from '#app/data/home.ts'

export const Route = createFileRoute('/_signed-in/_managers')({
  beforeLoad: ({ context: { account } }) => {
    if (account.companyRole !== 'ROLE_MANAGER') throw redirect({ to: homeOf(account), replace: true })
  },
  component: Outlet,
})
