import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFileX, IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { invoicesAtOnce } from '#app/data/billing.ts'
import { signedIn } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import type { Invoice } from '#contract/billing.ts'
import { formatsOf, moneyIn } from '#domain/formats.ts'
import classes from './Billing.module.css'

export const Route = createFileRoute('/sandbox-receipt')({
  validateSearch: ({ invoice }): { invoice: string } => ({ invoice: String(invoice ?? '') }),
  beforeLoad: async ({ location }) => {
    const account = await signedIn()
    if (!account) throw redirect({ to: '/login', search: { next: location.href }, replace: true })
    return { account }
  },
  component: SandboxReceiptScreen,
})

/** A printable receipt of the sandbox. */
function SandboxReceiptScreen() {
  const { t } = useTranslation('billing')
  const { account } = Route.useRouteContext()
  const { invoice: id } = Route.useSearch()
  const { data: found, isPending } = useQuery(invoicesAtOnce())
  const invoice = found?.find((one) => one.id === id)
  return (
    <main className={classes.screen}>
      <Card component="div" p="lg">
        {invoice ? (
          <Receipt invoice={invoice} company={account.companyName} locale={account.locale} />
        ) : isPending ? (
          <Skeleton height={240} radius="md" />
        ) : (
          <EmptyState isPage icon={<IconFileX />} color="slate" title={t('sandbox.unknown')} />
        )}
      </Card>
    </main>
  )
}

function Receipt({ invoice: { date, plan, amount, currency }, company, locale }: { invoice: Invoice; company: string; locale: string }) {
  const { t, i18n } = useTranslation('billing')
  const { calendarDate } = formatsOf({ locale, currency, timezone: 'UTC', language: i18n.language })
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {t('sandbox.receipt')}
      </Title>
      <Group gap="xs" c="dimmed">
        <IconFlask size={18} aria-hidden />
        <Text size="sm">{t('sandbox.text')}</Text>
      </Group>
      {[
        [t('invoices.date'), calendarDate(new Date(date))],
        [t('sandbox.paidBy'), company],
        [t('sandbox.for'), `Roundsman ${t(`plan.name.${plan}`, { defaultValue: plan })}`],
        [t('sandbox.total'), moneyIn(amount, currency, locale)],
      ].map(([label, value]) => (
        <Group key={label} justify="space-between">
          <Text c="dimmed">{label}</Text>
          <Text fw={600}>{value}</Text>
        </Group>
      ))}
      <Button variant="default" onClick={() => print()}>
        {t('sandbox.print')}
      </Button>
    </Stack>
  )
}
