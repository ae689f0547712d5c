import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STRENGTHS, strengthOf } from '#domain/team/employees.ts'
import { isGuessable } from '#domain/team/passwords.ts'

const COLOURS = { tooShort: 'red', weak: 'orange', ok: 'teal', good: 'green' } as const

/** The strength of a password, as a bar and a word. */
export function PasswordStrength({ password, names }: { password: string; names: readonly string[] }) {
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
