import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { wallClock } from '#domain/calendar.ts'
import { toIso } from '#domain/time.ts'
import classes from './Sales.module.css'
import { EARLIEST, ownSpan } from './sales-search.ts'

/** Start and end to the hour, in the company's time zone. */
export function OwnSpan({ from, until, onApply }: { from: string; until: string; onApply(from: string, until: string): void }) {
  const { t } = useTranslation('transactions')
  const [typed, setTyped] = useState({ from, until })
  const latest = toIso(wallClock(Date.now(), getSession().account.timezone)).slice(0, 16)
  const verdict = ownSpan(typed.from, typed.until, latest)
  const wrong = verdict === 'good' || verdict === 'incomplete' ? null : t(`own.${verdict}`)
  const limits = { type: 'datetime-local', step: 3_600, min: EARLIEST, max: latest }
  return (
    <form
      className={classes.own}
      onSubmit={(event) => {
        event.preventDefault()
        if (verdict === 'good') onApply(typed.from, typed.until)
      }}
      noValidate
    >
      <TextInput
        label={t('own.from')}
        {...limits}
        value={typed.from}
        onChange={({ currentTarget: { value } }) => setTyped({ from: value, until: value })}
      />
      <TextInput
        label={t('own.until')}
        {...limits}
        min={typed.from || EARLIEST}
        error={wrong}
        value={typed.until}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, until: value })}
      />
      <Button type="submit" disabled={verdict !== 'good'}>
        {t('own.apply')}
      </Button>
    </form>
  )
}
