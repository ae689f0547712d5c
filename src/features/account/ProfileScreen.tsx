import { valibotResolver } from '@hookform/resolvers/valibot'
import { PasswordInput, Text, TextInput, Title } from '@mantine/core'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { recheck } from '#app/components/recheck.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { changeProfile } from '#app/data/account.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Account } from '#contract/account.ts'
import { PasswordChange, ProfileFields } from '#contract/profile.ts'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/settings/profile')({ component: ProfileScreen })

function ProfileScreen() {
  const { t } = useTranslation('settings')
  const { account } = Route.useRouteContext()
  const isManager = account.companyRole === 'ROLE_MANAGER'
  const breadcrumb = isManager ? [{ label: t('title'), link: { to: '/dashboard/settings' as const } }, { label: t('profile.title') }] : []
  return (
    <>
      <PageHeader title={t('profile.title')} breadcrumb={breadcrumb} />
      <div className={classes.narrow}>
        <Details account={account} />
        <Password />
      </div>
    </>
  )
}

/** Changes the profile; the outcome is shown in a toast. */
function useProfileChange(onSaved?: () => void) {
  const { t } = useTranslation('settings')
  const router = useRouter()
  return useServerMutation({
    ...changeProfile,
    onSuccess: () => {
      onSaved?.()
      toastSuccess(t('saved'))
      return router.invalidate()
    },
    onError: () => toastError(t('saveFailed')),
  })
}

function Details({ account }: { account: Account }) {
  const { t } = useTranslation('settings')
  const { firstName, lastName, phoneNumber, email } = account
  const { form, submitted } = useStoredForm(ProfileFields, { firstName, lastName, phoneNumber: phoneNumber ?? '' })
  const field = useField(form)
  const change = useProfileChange()
  return (
    <Card aria-label={t('profile.details')}>
      <Title order={2} mb="sm">
        {t('profile.details')}
      </Title>
      <Form form={form} onSubmit={(fields) => change.mutate(fields, { onSuccess: submitted() })} submit={t('save')} mutation={change}>
        <TextInput {...field('firstName')} required label={t('profile.firstName')} autoComplete="given-name" />
        <TextInput {...field('lastName')} required label={t('profile.lastName')} autoComplete="family-name" />
        <TextInput {...field('phoneNumber')} type="tel" label={t('profile.phoneNumber')} autoComplete="tel" />
        <TextInput size="md" label={t('profile.email')} value={email ?? ''} disabled readOnly description={t('profile.emailFixed')} />
      </Form>
    </Card>
  )
}

function Password() {
  const { t } = useTranslation('settings')
  const form = useForm({
    resolver: valibotResolver(PasswordChange),
    mode: 'onTouched',
    defaultValues: { oldPassword: '', newPassword: '', repeat: '' },
  })
  const field = useField(form)
  const change = useProfileChange(() => form.reset())
  const eye = { 'aria-label': t('account:showPassword') }
  return (
    <Card aria-label={t('profile.password')}>
      <Title order={2} mb="sm">
        {t('profile.password')}
      </Title>
      <Form
        form={form}
        onSubmit={({ oldPassword, newPassword }) => change.mutate({ oldPassword, newPassword })}
        submit={t('profile.changePassword')}
        mutation={change}
      >
        <PasswordInput
          {...field('oldPassword')}
          label={t('profile.oldPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={eye}
        />
        <PasswordInput
          {...field('newPassword', recheck(form, ['repeat', 'oldPassword']))}
          label={t('profile.newPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
        />
        <PasswordInput
          {...field('repeat')}
          label={t('account:reset.repeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
        />
        <Text size="sm" c="dimmed">
          {t('profile.passwordMeans')}
        </Text>
      </Form>
    </Card>
  )
}
