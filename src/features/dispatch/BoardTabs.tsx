import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TabRow } from '#app/ui/TabRow.tsx'
import type { Round } from '#contract/rounds.ts'
import classes from './Board.module.css'
import { doneOf, letterOf } from './board.ts'
import type { RoundsSearch } from './rounds-search.ts'

type Props = { rounds: readonly Round[]; shown: RoundsSearch['shown']; onShow(shown: RoundsSearch['shown']): void }

/** On a phone the board is shown one part at a time. */
export function BoardTabs({ rounds, shown, onShow }: Props) {
  const { t } = useTranslation('dispatch')
  return (
    <Tabs value={String(shown)} onChange={(value) => onShow(value === 'machines' || value === 'map' ? value : Number(value))}>
      <TabRow chosen={String(shown)} aria-label={t('parts')}>
        {rounds.map((round, index) => (
          <Tabs.Tab
            key={round.id}
            value={String(round.user.id)}
            leftSection={
              <span className={classes.letter} data-colour={index % 8} aria-hidden>
                {letterOf(index)}
              </span>
            }
          >
            {t('tab', { person: round.user.name, done: doneOf(round), count: round.stops.length })}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="machines">{t('free.tab')}</Tabs.Tab>
        <Tabs.Tab value="map">{t('map')}</Tabs.Tab>
      </TabRow>
    </Tabs>
  )
}
