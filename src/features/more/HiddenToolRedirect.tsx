import { createFileRoute, redirect } from '@tanstack/react-router'

/** Hidden tools show nothing; their URLs redirect to the other tools. */
const HIDDEN: readonly string[] = ['expenses', 'service']

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/$tool')({
  beforeLoad: ({ params: { tool } }) => {
    throw redirect({ to: HIDDEN.includes(tool) ? '/dashboard/more' : '/login', replace: true })
  },
})
