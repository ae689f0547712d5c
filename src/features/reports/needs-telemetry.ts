import { redirect } from '@tanstack/react-router'
import { hasShortages } from '#app/data/home.ts'
import type { Account } from '#contract/account.ts'

/** Without telemetry only sales can be reported. */
export function needsTelemetry({ context: { account } }: { context: { account: Account } }): void {
  if (!hasShortages(account)) throw redirect({ to: '/dashboard/transactions', replace: true })
}
