import { createFileRoute, redirect } from '@tanstack/react-router'

/** What terminals are paid through is set up on the page of its provider. */
export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/vendpay')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/settings/payment-reader/pep', replace: true })
  },
})
