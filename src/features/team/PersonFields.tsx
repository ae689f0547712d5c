import { Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useField } from '#app/components/form/use-field.ts'
import { getSession } from '#app/data/device.ts'
import { COMPANY_ROLES, type CompanyRole, mayGrantDeviceManager } from '#domain/team/permissions.ts'
import classes from './Team.module.css'

/** The fields that new, invited and existing employees have. */
export type Person = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  companyRole: CompanyRole
  isDeviceManager?: boolean | undefined
}

export const NEW_PERSON: Person = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  companyRole: 'ROLE_EMPLOYEE',
  isDeviceManager: false,
}

/** Whether the user may grant the right to connect devices, which the server accepts from no one else. */
export const mayGrant = () => mayGrantDeviceManager(getSession().account)

/** The name, role and contact of an employee, in the form around them. */
export function PersonFields() {
  const { t } = useTranslation('employees')
  const form = useFormContext<Person>()
  const { register, formState, watch, setValue } = form
  const field = useField(form)
  const input = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber') => ({ ...field(name), label: t(`field.${name}`) })
  const companyRole = watch('companyRole')
  return (
    <>
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
      {mayGrant() && <Checkbox {...register('isDeviceManager')} label={t('deviceManager')} description={t('deviceManagerMeans')} />}
      <TextInput {...input('email')} type="email" required={companyRole === 'ROLE_MANAGER'} />
      <TextInput {...input('phoneNumber')} type="tel" />
    </>
  )
}
