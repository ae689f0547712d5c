import { ActionIcon } from '@mantine/core'
import { IconCommand } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '#app/ui/keys.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Account } from '#contract/account.ts'
import classes from './DeskKeys.module.css'
import type { DeskGroup } from './navigation.ts'
import type { GoPlace } from './use-go-keys.ts'

const nothing = { waiting: () => null, missing: () => null }
const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette, nothing)
const KeyHelp = lazyPart(async () => (await import('./KeyHelp.tsx')).KeyHelp, nothing)

type Props = { account: Account; groups: readonly DeskGroup[]; places: readonly GoPlace[] }

/** Ctrl or ⌘ with K opens the palette of a manager, and "?" the list of keys. */
export function DeskKeys({ account, groups, places }: Props) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const isManager = account.companyRole === 'ROLE_MANAGER'
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        const isPalette = isManager && event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
        const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
        if (!isPalette && !isHelp) return
        event.preventDefault()
        setOpen(isPalette ? 'palette' : 'keys')
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [isManager])
  const close = () => setOpen(null)
  return (
    <>
      {isManager && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={48}
          radius="xl"
          className={classes.button ?? ''}
          aria-label={t('palette.title')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen('palette')}
        >
          <IconCommand size={22} aria-hidden />
        </ActionIcon>
      )}
      {open === 'palette' && <CommandPalette account={account} groups={groups} onClose={close} />}
      {open === 'keys' && <KeyHelp places={places} onClose={close} />}
    </>
  )
}
