import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { machineList, matches } from '#app/data/machines.ts'
import { isLongEnough } from '#domain/search.ts'
import styles from './FindMachine.module.css'

const SHOWN = 4

/** Finds a machine by part of its name or address, or by the code on its sticker, without the camera. */
export function FindMachine({ onMachine, onCode }: { onMachine(machineId: number): void; onCode(text: string): void }) {
  const { t } = useTranslation('scan')
  const [text, setText] = useState('')
  const { data: machines = [] } = useQuery(machineList())
  const foundBy = (query: string) => (isLongEnough(query, 2) ? machines.filter((machine) => matches(machine, query)) : [])
  const found = foundBy(useDeferredValue(text.trim()))

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // Uses the current input, because the list below may lag by a keystroke.
        const [only, ...others] = foundBy(text.trim())
        if (only && others.length === 0) onMachine(only.id)
        else if (text.trim() && !only) onCode(text)
      }}
    >
      <div className={styles.row}>
        <TextInput
          className={styles.input}
          size="lg"
          label={t('manual.label')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button type="submit" size="md" mih={50} variant="light" disabled={!text.trim() || found.length > 1}>
          {t('manual.open')}
        </Button>
      </div>
      <p className={styles.count} role="status">
        {found.length > 0 && t('manual.found', { count: found.length })}
      </p>
      {found.length > 0 && (
        <ul className={styles.list}>
          {found.slice(0, SHOWN).map(({ id, name, address }) => (
            <li key={id}>
              <UnstyledButton className={styles.machine} onClick={() => onMachine(id)}>
                <span>
                  <span className={styles.name}>{name}</span>
                  {address && <span className={styles.address}>{address}</span>}
                </span>
                <IconChevronRight size={18} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
