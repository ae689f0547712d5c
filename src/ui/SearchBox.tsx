import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchKey } from './keys.ts'
import { isSearch, SEARCH_DELAY_MS } from './search.ts'

type Props = { label: string; value: string; onSearch(query: string): void; placeholder?: string }

/** Searches 300 ms after the last keystroke and on blur; the key "/" focuses it. */
export function SearchBox({ label, value, onSearch, placeholder = label }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const submitted = useRef(value)
  /** Submitted texts that the URL does not have yet. A busy page shows an earlier one after a later one was submitted. */
  const pending = useRef<readonly string[]>([])

  // The URL may have changed meanwhile: back, or a link.
  useEffect(() => {
    const arrived = pending.current.indexOf(value)
    pending.current = arrived < 0 ? [] : pending.current.slice(arrived + 1)
    if (arrived >= 0 || value === submitted.current) return
    submitted.current = value
    setTyped(value)
  }, [value])

  const submit = useCallback(
    (query: string) => {
      const text = query.trim()
      if (!isSearch(text) || text === submitted.current) return
      submitted.current = text
      pending.current = [...pending.current, text]
      onSearch(text)
    },
    [onSearch],
  )

  useEffect(() => {
    const timer = setTimeout(() => submit(typed), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, submit])

  useSearchKey(input)

  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      size="md"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            aria-label={t('clearSearch')}
            onClick={() => {
              setTyped('')
              submit('')
              input.current?.focus()
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => submit(typed)}
      onKeyDown={(event) => event.key === 'Enter' && submit(typed)}
    />
  )
}
