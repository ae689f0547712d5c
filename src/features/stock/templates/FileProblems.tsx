import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { PlanogramFile } from '#contract/imports.ts'
import classes from './Templates.module.css'

const MAX_LISTED = 30

/** The rows of a file that were left out, each with its problem; or the columns that are missing. */
export function FileProblems({ file }: { file: PlanogramFile }) {
  const { t } = useTranslation('templates')
  const { number } = formats()
  if (file.mapping.slot === undefined)
    return (
      <Alert color="red" role="alert" title={t('file.noSlots')}>
        {t('file.heads', { heads: file.heads.filter(Boolean).join(', ') || '–' })}
      </Alert>
    )
  if (file.problems.length === 0) return null
  const more = file.problems.length - MAX_LISTED
  return (
    <Alert color="orange" role="alert" title={t('file.problems', { n: file.problems.length })}>
      <ul className={classes.problems}>
        {file.problems.slice(0, MAX_LISTED).map(({ row, field, code, value }) => (
          <li key={`${row} ${field} ${code}`}>
            {t('file.problem', {
              row: number(row),
              field: t(`slots:sheet.${field}`, { defaultValue: field }),
              problem: t(`imports:problem.${code}`, { value }),
            })}
          </li>
        ))}
        {more > 0 && <li>{t('file.more', { n: more })}</li>}
      </ul>
    </Alert>
  )
}
