import { valibotResolver } from '@hookform/resolvers/valibot'
import { Anchor, Checkbox, PasswordInput, Progress, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { isRefused } from '#app/data/server-requests.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { NewUserFields, type User, UserFields } from '#contract/users.ts'
import { loginFor, madePassword, STRENGTHS, strengthOf } from '#domain/team/employees.ts'
import { isGuessable } from '#domain/team/passwords.ts'
import { COMPANY_ROLES, mayGiveDeviceManager } from '#domain/team/permissions.ts'
import type { Credentials } from './CredentialsDialog.tsx'
import classes from './Team.module.css'
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

const random = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Random values that stay constant while the user types, so that the login shown is the one created. */
const randomValues = () => Array.from({ length: 5 }, random)

function EmployeeForm({ user, onClose, onMade }: { user: User | null } & Omit<Props, 'edited'>) {
  const { t } = useTranslation('employees')
  const [suffix, setSuffix] = useState(randomValues)
  const [setsPassword, setSetsPassword] = useState(user === null)
  const form = useForm({
    resolver: valibotResolver(user ? UserFields : NewUserFields),
    mode: 'onTouched',
    defaultValues: {
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      email: user?.email ?? '',
      phoneNumber: user?.phoneNumber ?? '',
      companyRole: user?.companyRole ?? 'ROLE_EMPLOYEE',
      isDeviceManager: user?.roles.includes('ROLE_DEVICE_MANAGER') ?? false,
      plainPassword: '',
    },
  })
  const { register, formState, watch, setValue } = form
  const field = useField(form)
  const input = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'plainPassword') => ({
    ...field(name),
    label: t(`field.${name}`),
  })
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
      if (isRefused(error)) setSuffix(randomValues)
      onError()
    },
  })
  const [firstName, lastName, companyRole, password] = watch(['firstName', 'lastName', 'companyRole', 'plainPassword'])
  const login = user?.login ?? loginFor(firstName, lastName, inTurn(suffix))
  const mayGive = mayGiveDeviceManager(getSession().account)
  const save = ({ plainPassword, isDeviceManager, ...rest }: v.InferOutput<typeof UserFields>) => {
    const fields = mayGive ? { ...rest, isDeviceManager } : rest
    if (user) change.mutate({ userId: user.userId, ...fields, ...(plainPassword && { plainPassword }) })
    else addition.mutate({ ...fields, login: loginFor(fields.firstName, fields.lastName, inTurn(suffix)), plainPassword })
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
      <div className={classes.pair}>
        <TextInput {...input('firstName')} required data-autofocus />
        <TextInput {...input('lastName')} required />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4} id="company-role">
          {t('column.role')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="company-role"
          value={companyRole}
          onChange={(role) => {
            setValue('companyRole', role, { shouldDirty: true, shouldValidate: true })
            // The role determines whether an address is required.
            if (formState.touchedFields.email) void form.trigger('email')
          }}
          data={COMPANY_ROLES.toReversed().map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {t(`means.${companyRole}`)}
        </Text>
      </div>
      {mayGive && <Checkbox {...register('isDeviceManager')} label={t('deviceManager')} description={t('deviceManagerMeans')} />}
      <TextInput {...input('email')} type="email" required={companyRole === 'ROLE_MANAGER'} />
      <TextInput {...input('phoneNumber')} type="tel" />
      {lastName.trim() && (
        <TextInput size="md" label={t('column.login')} value={login} readOnly variant="filled" description={t('loginMeans')} />
      )}
      {setsPassword ? (
        <div>
          <PasswordInput
            {...input('plainPassword')}
            required={user === null}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('account:showPassword') }}
          />
          <PasswordStrength password={password} names={[login, firstName, lastName]} />
          <Anchor
            component="button"
            type="button"
            mt={4}
            onClick={() => setValue('plainPassword', madePassword(random), { shouldValidate: true, shouldDirty: true })}
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

/** Yields the values in sequence, repeatedly. */
function inTurn(suffix: readonly number[]): () => number {
  let next = 0
  return () => suffix[next++ % suffix.length] ?? 0
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
