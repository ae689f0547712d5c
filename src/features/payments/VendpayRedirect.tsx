import { createFileRoute, redirect } from '@tanstack/react-router'

/** Payment terminals are configured on their provider's page. */
export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/vendpay')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/settings/payment-reader/pep', replace: true })
  },
})
