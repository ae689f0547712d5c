import { useTranslation } from 'react-i18next'
import type { Issue } from '#contract/issues.ts'
import { plain } from '#domain/machines/alert-names.ts'

/** The type of a report; unknown types of a newer server have their own name. */
export function useIssueLabels() {
  const { t } = useTranslation('issues')
  return (type: string) => t(`kind.${type}`, { defaultValue: plain(type) })
}

/** What a report is about: the cause of an employee's, the type of a customer's. */
export function useIssueTitle() {
  const { t } = useTranslation('problems')
  const words = useIssueLabels()
  return ({ type, staff }: Pick<Issue, 'type' | 'staff'>) =>
    staff ? t(`cause.${staff.cause}`, { defaultValue: plain(staff.cause) }) : words(type)
}
