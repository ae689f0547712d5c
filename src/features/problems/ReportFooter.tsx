import { Button, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { PROBLEM_MOST } from '#contract/problems.ts'
import classes from './Problem.module.css'

/** The note of a report, and whether the device could store it. */
export function ReportNote({ note, onChange, isFull }: { note: string; onChange(note: string): void; isFull: boolean }) {
  const { t } = useTranslation('problems')
  return (
    <>
      <Textarea
        size="lg"
        label={t('note')}
        autosize
        minRows={2}
        maxLength={PROBLEM_MOST.note}
        value={note}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <ErrorText text={isFull ? t('outbox:notKept') : null} />
    </>
  )
}

type ButtonProps = { label: string; disabled: boolean; loading: boolean; onClick(): void }

/** The action of a report, above the navigation. */
export const ReportButton = ({ label, ...button }: ButtonProps) => (
  <div className={classes.action}>
    <Button fullWidth h={56} size="lg" {...button}>
      {label}
    </Button>
  </div>
)
