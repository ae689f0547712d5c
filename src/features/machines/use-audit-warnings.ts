import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { AuditPreview } from '#contract/dex-audits.ts'

/** Maximum number of selections in a list. */
const NAMED = 12

/** What needs attention before an audit is recorded: only what is booked differently from the machine's count. */
export function useAuditWarnings(): (preview: AuditPreview | null) => string[] {
  const { t } = useTranslation('audits')
  const { number } = formats()
  return (preview) => {
    const { unlisted = 0, unconfirmed = [] } = preview?.figures ?? {}
    const codes = (preview?.warnings ?? []).filter((code) => code === 'AUDIT_OTHER_CURRENCY' || code === 'AUDIT_TOO_MUCH_SOLD')
    const selections = unconfirmed.slice(0, NAMED).map(({ selection, pieces }) => `${selection} (${number(pieces)})`)
    return [
      ...(unlisted > 0 ? [t('unlisted', { count: unlisted, shown: number(unlisted) })] : []),
      ...(unconfirmed.length > 0
        ? [t('unconfirmed', { selections: selections.join(', '), more: unconfirmed.length > NAMED ? ' …' : '' })]
        : []),
      ...codes.map((code) => t(`brings.${code}`, code)),
    ]
  }
}
