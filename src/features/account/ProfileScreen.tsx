import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { recheck } from '#app/components/recheck.ts'
import { useFieldError } from '#app/components/use-field-error.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { changeProfile } from '#app/data/account.ts'
import { Card } from '#app/ui/Card.tsx'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Account } from '#contract/account.ts'
import { PasswordChange, ProfileFields } from '#contract/profile.ts'
import type { Answer } from '#offline/sync-calls.ts'
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

const field = { size: 'md', withAsterisk: false } as const

/** Reports the outcome in a toast and next to the button. */
function useSaving() {
  const { t } = useTranslation('settings')
  const why = useWhyNot()
  const router = useRouter()
  const [trouble, setTrouble] = useState<string | null>(null)
  const tell = async (answer: Answer<Account>): Promise<boolean> => {
    const isDone = answer.state === 'answered'
    setTrouble(isDone ? null : why(answer).text)
    if (isDone) toastSuccess(t('saved'))
    else toastError(t('saveFailed'))
    if (isDone) await router.invalidate()
    return isDone
  }
  return { trouble, tell }
}

const ErrorText = ({ text }: { text: string | null }) =>
  text && (
    <Text role="alert" c="var(--mantine-color-error)">
      {text}
    </Text>
  )

function Details({ account }: { account: Account }) {
  const { t } = useTranslation('settings')
  const { trouble, tell } = useSaving()
  const { firstName, lastName, phoneNumber, email } = account
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: valibotResolver(ProfileFields),
    mode: 'onTouched',
    defaultValues: { firstName, lastName, phoneNumber: phoneNumber ?? '' },
  })
  useDirtyForm(formState.isDirty)
  const errorOf = useFieldError(formState.errors)
  const save = handleSubmit(async (fields) => {
    if (await tell(await changeProfile(fields))) reset(fields)
  })
  return (
    <Card aria-label={t('profile.details')}>
      <Title order={2} size="h4" mb="sm">
        {t('profile.details')}
      </Title>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <TextInput
            {...register('firstName')}
            {...field}
            required
            label={t('profile.firstName')}
            error={errorOf('firstName')}
            autoComplete="given-name"
          />
          <TextInput
            {...register('lastName')}
            {...field}
            required
            label={t('profile.lastName')}
            error={errorOf('lastName')}
            autoComplete="family-name"
          />
          <TextInput
            {...register('phoneNumber')}
            {...field}
            type="tel"
            label={t('profile.phoneNumber')}
            error={errorOf('phoneNumber')}
            autoComplete="tel"
          />
          <TextInput {...field} label={t('profile.email')} value={email ?? ''} disabled readOnly description={t('profile.emailFixed')} />
          <ErrorText text={trouble} />
          <div>
            <Button type="submit" size="md" loading={formState.isSubmitting} disabled={!formState.isValid || !formState.isDirty}>
              {t('save')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}

function Password() {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('account')
  const { trouble, tell } = useSaving()
  const form = useForm({
    resolver: valibotResolver(PasswordChange),
    mode: 'onTouched',
    defaultValues: { oldPassword: '', newPassword: '', repeat: '' },
  })
  const { register, handleSubmit, formState, reset } = form
  useDirtyForm(formState.isDirty)
  const errorOf = useFieldError(formState.errors)
  const save = handleSubmit(async ({ oldPassword, newPassword }) => {
    if (await tell(await changeProfile({ oldPassword, newPassword }))) reset()
  })
  const eye = { 'aria-label': words('showPassword') }
  return (
    <Card aria-label={t('profile.password')}>
      <Title order={2} size="h4" mb="sm">
        {t('profile.password')}
      </Title>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <PasswordInput
            {...register('oldPassword')}
            {...field}
            label={t('profile.oldPassword')}
            error={errorOf('oldPassword')}
            autoComplete="current-password"
            visibilityToggleButtonProps={eye}
          />
          <PasswordInput
            {...register('newPassword', recheck(form, ['repeat', 'oldPassword']))}
            {...field}
            label={t('profile.newPassword')}
            error={errorOf('newPassword')}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
          />
          <PasswordInput
            {...register('repeat')}
            {...field}
            label={words('reset.repeat')}
            error={errorOf('repeat')}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
          />
          <Text size="sm" c="dimmed">
            {t('profile.passwordMeans')}
          </Text>
          <ErrorText text={trouble} />
          <div>
            <Button type="submit" size="md" loading={formState.isSubmitting} disabled={!formState.isValid}>
              {t('profile.changePassword')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
