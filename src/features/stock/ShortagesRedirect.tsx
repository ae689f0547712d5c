import { createFileRoute, Navigate } from '@tanstack/react-router'
import { getSession } from '#app/data/device.ts'

export const Route = createFileRoute('/_signed-in/shortages')({ component: ShortagesRedirect })

/** One URL for both roles, used by the shortcut on the home screen. */
function ShortagesRedirect() {
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  return <Navigate to={isManager ? '/dashboard/shortages' : '/dashboard/serviceman/shortages'} replace />
}
