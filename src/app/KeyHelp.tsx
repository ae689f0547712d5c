import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './KeyHelp.module.css'

const KEYS = [
  { name: 'palette', keys: ['Ctrl K', '⌘ K'] },
  { name: 'search', keys: ['/'] },
  { name: 'rows', keys: ['↑', '↓'] },
  { name: 'openRow', keys: ['Enter'] },
  { name: 'selectRow', keys: ['x'] },
  { name: 'closePanel', keys: ['Esc'] },
  { name: 'help', keys: ['?'] },
] as const

/** The list of keys. */
export function KeyHelp({ hasPalette, onClose }: { hasPalette: boolean; onClose(): void }) {
  const { t } = useTranslation('shell')
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <dl className={classes.keys}>
        {KEYS.filter(({ name }) => hasPalette || name !== 'palette').map(({ name, keys }) => (
          <div key={name} className={classes.row}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
