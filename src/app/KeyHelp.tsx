import { Kbd, Modal, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './KeyHelp.module.css'
import type { GoPlace } from './use-go-keys.ts'

const ROW = 'tbody > tr[tabindex]'
const FILLED_SLOT = '[data-planogram] [role="spinbutton"]'

/** The keys, each with the elements that a page must have for it. */
const KEYS = [
  { name: 'palette', keys: ['Ctrl K', '⌘ K'], needs: '[aria-keyshortcuts="Control+K Meta+K"]' },
  { name: 'search', keys: ['/'], needs: '[role="searchbox"]' },
  { name: 'rows', keys: ['↑', '↓', 'Home', 'End'], needs: ROW },
  { name: 'openRow', keys: ['Enter'], needs: `${ROW} a[href], ${ROW} button` },
  { name: 'selectRow', keys: ['x', 'Space'], needs: `${ROW} input[type="checkbox"]` },
  { name: 'selectRows', keys: ['Shift ↑', 'Shift ↓'], needs: `${ROW} input[type="checkbox"]` },
  { name: 'clearSelection', keys: ['Esc'], needs: `${ROW} input[type="checkbox"]` },
  { name: 'moveSlot', keys: ['←', '→', '↑', '↓', 'Home', 'End'], needs: '[data-planogram] [data-static]' },
  { name: 'moveSlot', keys: ['←', '→'], needs: FILLED_SLOT },
  { name: 'tapSlot', keys: ['Enter', 'Space'], needs: FILLED_SLOT },
  { name: 'stepSlot', keys: ['↑', '↓'], needs: FILLED_SLOT },
  { name: 'limitSlot', keys: ['Home', 'End'], needs: FILLED_SLOT },
  { name: 'typeSlot', keys: ['0–9'], needs: FILLED_SLOT },
  { name: 'fields', keys: ['↑', '↓', 'Enter'], needs: '[data-grid-row]' },
  { name: 'closePanel', keys: ['Esc'], needs: 'body' },
  { name: 'help', keys: ['?'], needs: 'body' },
] as const

const isOnPage = ({ needs }: { needs: string }) => [...document.querySelectorAll(needs)].some((element) => element.checkVisibility())

/** The indexes in KEYS of the keys of the page, as a text because the snapshots of a store are compared by identity. */
const indexesOnPage = () => KEYS.flatMap((key, index) => (isOnPage(key) ? [index] : [])).join()

function onPageChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** The keys of the page. They follow its content, because "?" can be pressed before a table has loaded. */
const useKeysOnPage = () => {
  const indexes = useSyncExternalStore(onPageChange, indexesOnPage).split(',')
  return KEYS.filter((_, index) => indexes.includes(String(index)))
}

/** The list of keys that have an effect on the current page, and of the pages that "g" with a letter opens. */
export function KeyHelp({ places, onClose }: { places: readonly GoPlace[]; onClose(): void }) {
  const { t } = useTranslation('shell')
  const working = useKeysOnPage()
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <dl className={classes.keys}>
        {working.map(({ name, keys }) => (
          <div key={name} className={classes.row}>
            <dt>{t(`keys.${name}`)}</dt>
            <Keys of={keys} />
          </div>
        ))}
      </dl>
      <Text component="h3" fw={600} mt="lg">
        {t('keys.go')}
      </Text>
      <dl className={classes.keys}>
        {places.map(({ key, label }) => (
          <div key={key} className={classes.row}>
            <dt>{t(label)}</dt>
            <Keys of={['g', key]} />
          </div>
        ))}
      </dl>
    </Modal>
  )
}

const Keys = ({ of }: { of: readonly string[] }) => (
  <dd>
    {of.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </dd>
)
