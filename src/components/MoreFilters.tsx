import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './MoreFilters.module.css'

/** Filters that are folded on a phone, unless one of them is set when the screen opens. */
export function MoreFilters({ areSet, children }: { areSet: boolean; children: ReactNode }) {
  const { t } = useTranslation('transactions')
  const [isFolded, setFolded] = useState(!areSet)
  return (
    <>
      <Button
        className={classes.unfold ?? ''}
        variant="subtle"
        leftSection={<IconAdjustments size={20} aria-hidden />}
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        {t(isFolded ? 'moreFilters' : 'fewerFilters')}
      </Button>
      <div className={classes.more} data-folded={isFolded || undefined}>
        {children}
      </div>
    </>
  )
}
