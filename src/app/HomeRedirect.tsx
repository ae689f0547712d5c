import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#app/data/home.ts'
import { signedIn } from '#app/data/session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    const account = await signedIn()
    throw redirect({ to: account ? homeOf(account) : '/login', replace: true })
  },
})
