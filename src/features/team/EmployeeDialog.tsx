import { valibotResolver } from '@hookform/resolvers/valibot'
import { Anchor, PasswordInput, Progress, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { isRefused } from '#app/data/server-requests.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { NewUserFields, type User, UserFields } from '#contract/users.ts'
import { generatePassword, STRENGTHS, strengthOf } from '#domain/team/employees.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import type { Credentials } from './CredentialsDialog.tsx'
import { mayGrant, NEW_PERSON, type Person, PersonFields } from './PersonFields.tsx'
import { random, useNewLogin } from './use-new-login.ts'
import { addUser, changeUser } from './users.queries.ts'

type Props = { edited: User | 'new' | null; onClose(): void; onMade(made: Credentials): void }

export function EmployeeDialog({ edited, ...props }: Props) {
  const { t } = useTranslation('employees')
  return (
    <FormDialog
      opened={edited !== null}
      onClose={props.onClose}
      title={t(edited === 'new' ? 'create' : 'edit')}
      closeOnClickOutside={false}
    >
      {edited && <EmployeeForm user={edited === 'new' ? null : edited} {...props} />}
    </FormDialog>
  )
}

const personOf = ({ firstName, lastName, email, phoneNumber, companyRole, roles }: User): Person => ({
  firstName,
  lastName,
  email: email ?? '',
  phoneNumber: phoneNumber ?? '',
  companyRole,
  isDeviceManager: roles.includes('ROLE_DEVICE_MANAGER'),
})

function EmployeeForm({ user, onClose, onMade }: { user: User | null } & Omit<Props, 'edited'>) {
  const { t } = useTranslation('employees')
  const { loginOf, renew } = useNewLogin()
  const [setsPassword, setSetsPassword] = useState(user === null)
  const form = useForm({
    resolver: valibotResolver(user ? UserFields : NewUserFields),
    mode: 'onTouched',
    defaultValues: {
      ...(user ? personOf(user) : NEW_PERSON),
      plainPassword: '',
    },
  })
  const { watch, setValue } = form
  const field = useField(form)
  const onError = () => toastError(t('failed'))
  const change = useKeyedMutation({
    ...changeUser,
    onSuccess: () => {
      toastSuccess(t('settings:saved'))
      onClose()
    },
    onError,
  })
  const addition = useKeyedMutation({
    ...addUser,
    onSuccess: ({ firstName, lastName, login }, { plainPassword }) => {
      toastSuccess(t('made.title'))
      onClose()
      onMade({ name: `${firstName} ${lastName}`, login, password: plainPassword })
    },
    onError: (error) => {
      // The login may be taken.
      if (isRefused(error)) renew()
      onError()
    },
  })
  const [firstName, lastName, password] = watch(['firstName', 'lastName', 'plainPassword'])
  const login = user?.login ?? loginOf(firstName, lastName)
  const save = ({ plainPassword, isDeviceManager, ...rest }: v.InferOutput<typeof UserFields>) => {
    const fields = mayGrant() ? { ...rest, isDeviceManager } : rest
    if (user) change.mutate({ userId: user.userId, ...changedFields(fields, personOf(user)), ...(plainPassword && { plainPassword }) })
    else addition.mutate({ ...fields, login: loginOf(fields.firstName, fields.lastName), plainPassword })
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t(user ? 'settings:save' : 'create')}
      mutation={user ? change : addition}
      isUnsettled={addition.isUnsettled}
      onCancel={onClose}
    >
      <FormProvider {...form}>
        <PersonFields />
      </FormProvider>
      {lastName.trim() && (
        <TextInput size="md" label={t('column.login')} value={login} readOnly variant="filled" description={t('loginMeans')} />
      )}
      {setsPassword ? (
        <div>
          <PasswordInput
            {...field('plainPassword')}
            label={t('field.plainPassword')}
            required={user === null}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('account:showPassword') }}
          />
          <PasswordStrength password={password} names={[login, firstName, lastName]} />
          <Anchor
            component="button"
            type="button"
            mt={4}
            onClick={() => setValue('plainPassword', generatePassword(random), { shouldValidate: true, shouldDirty: true })}
          >
            {t('makePassword')}
          </Anchor>
        </div>
      ) : (
        <Anchor component="button" type="button" ta="start" onClick={() => setSetsPassword(true)}>
          {t('setPassword')}
        </Anchor>
      )}
      {user && password && (
        <Text size="sm" c="dimmed">
          {t('passwordMeans')}
        </Text>
      )}
    </Form>
  )
}

const COLOURS = { tooShort: 'red', weak: 'orange', ok: 'green', good: 'green' } as const

/** The strength of a password, as a bar and a word. */
function PasswordStrength({ password, names }: { password: string; names: readonly string[] }) {
  const { t } = useTranslation('employees')
  if (password === '') return null
  const strength = strengthOf(password, (one) => isGuessable(one, names))
  const label = t(`strength.${strength}`)
  return (
    <>
      <Progress
        value={((STRENGTHS.indexOf(strength) + 1) / STRENGTHS.length) * 100}
        color={COLOURS[strength]}
        mt={6}
        aria-label={t('strengthOf')}
      />
      <Text size="sm" mt={4} aria-live="polite">
        {label}
      </Text>
    </>
  )
}
