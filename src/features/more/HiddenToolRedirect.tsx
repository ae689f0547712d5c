import { createFileRoute, redirect } from '@tanstack/react-router'

/** Tools that are hidden show nothing; whoever knows their address finds the others. */
const HIDDEN: readonly string[] = ['expenses', 'service']

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/$tool')({
  beforeLoad: ({ params: { tool } }) => {
    throw redirect({ to: HIDDEN.includes(tool) ? '/dashboard/more' : '/login', replace: true })
  },
})
