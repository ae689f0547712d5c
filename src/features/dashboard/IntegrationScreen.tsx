import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasShortages } from '#app/data/home.ts'
import { NotConnected } from './NotConnected.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/integration')({
  beforeLoad: ({ context: { account } }) => {
    if (hasShortages(account)) throw redirect({ to: '/dashboard', replace: true })
  },
  component: NotConnected,
})
