import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { useFieldError } from '#app/components/use-field-error.ts'
import { getSession } from '#app/data/device.ts'
import { addUser, changeUser } from '#app/data/users.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { NewUserFields, type User, UserFields } from '#contract/users.ts'
import { loginFor, madePassword } from '#domain/team/employees.ts'
import { COMPANY_ROLES, mayGiveDeviceManager } from '#domain/team/permissions.ts'
import type { Credentials } from './CredentialsDialog.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import classes from './Team.module.css'

type Props = { edited: User | 'new' | null; onClose(): void; onMade(made: Credentials): void }

export function EmployeeDialog({ edited, ...props }: Props) {
  const { t } = useTranslation('employees')
  return (
    <FormModal
      opened={edited !== null}
      onClose={props.onClose}
      title={t(edited === 'new' ? 'create' : 'edit')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {edited && <EmployeeForm user={edited === 'new' ? null : edited} {...props} />}
    </FormModal>
  )
}

const random = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Random values that stay constant while the user types, so that the login shown is the one created. */
const chances = () => Array.from({ length: 5 }, random)

function EmployeeForm({ user, onClose, onMade }: { user: User | null } & Omit<Props, 'edited'>) {
  const { t } = useTranslation('employees')
  const client = useQueryClient()
  const { isBusy, trouble, ask } = useAsking()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [suffix, setSuffix] = useState(chances)
  const [setsPassword, setSetsPassword] = useState(user === null)
  const { register, handleSubmit, formState, control, watch, setValue } = useForm({
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
  useDirtyForm(formState.isDirty)
  const errorOf = useFieldError(formState.errors)
  const [firstName, lastName, companyRole, password] = watch(['firstName', 'lastName', 'companyRole', 'plainPassword'])
  const login = user?.login ?? loginFor(firstName, lastName, chanceOf(suffix))
  const renew = () => {
    setKey(crypto.randomUUID())
    setSuffix(chances())
  }
  const mayGive = mayGiveDeviceManager(getSession().account)
  const save = handleSubmit(async ({ plainPassword, isDeviceManager, ...rest }) => {
    const fields = mayGive ? { ...rest, isDeviceManager } : rest
    const saved = await ask(
      () =>
        user
          ? changeUser(user.userId, { ...fields, ...(plainPassword ? { plainPassword } : {}) }, key)
          : addUser({ ...fields, login: loginFor(fields.firstName, fields.lastName, chanceOf(suffix)), plainPassword }, key),
      renew,
    )
    void client.invalidateQueries({ queryKey: ['users'] })
    if (!saved) return toastError(t('failed'))
    toastSuccess(t(user ? 'settings:saved' : 'made.title'))
    onClose()
    if (!user) onMade({ name: `${saved.firstName} ${saved.lastName}`, login: saved.login, password: plainPassword })
  })
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'plainPassword') => ({
    ...register(name),
    size: 'md' as const,
    label: t(`field.${name}`),
    error: errorOf(name),
    withAsterisk: false,
    autoComplete: 'off',
  })
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        <div className={classes.pair}>
          <TextInput {...field('firstName')} required data-autofocus />
          <TextInput {...field('lastName')} required />
        </div>
        <div>
          <Text size="sm" fw={500} mb={4} id="company-role">
            {t('column.role')}
          </Text>
          <Controller
            control={control}
            name="companyRole"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                fullWidth
                aria-labelledby="company-role"
                value={value}
                onChange={(role) => {
                  onChange(role)
                  // The role determines whether an address is required.
                  if (formState.touchedFields.email) setValue('email', watch('email'), { shouldValidate: true })
                }}
                data={COMPANY_ROLES.toReversed().map((role) => ({ value: role, label: t(`role.${role}`) }))}
              />
            )}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {t(`means.${companyRole}`)}
          </Text>
        </div>
        {mayGive && <Checkbox {...register('isDeviceManager')} label={t('deviceManager')} description={t('deviceManagerMeans')} />}
        <TextInput {...field('email')} type="email" required={companyRole === 'ROLE_MANAGER'} />
        <TextInput {...field('phoneNumber')} type="tel" />
        {lastName.trim() && (
          <TextInput size="md" label={t('column.login')} value={login} readOnly variant="filled" description={t('loginMeans')} />
        )}
        {setsPassword ? (
          <div>
            <PasswordInput
              {...field('plainPassword')}
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
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={!formState.isValid || !formState.isDirty}>
            {t(user ? 'settings:save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Yields the values in sequence, repeatedly. */
function chanceOf(suffix: readonly number[]): () => number {
  let next = 0
  return () => suffix[next++ % suffix.length] ?? 0
}
