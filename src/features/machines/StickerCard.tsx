import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stickerPage, stickerPicture } from '#app/data/sticker-sheet.ts'
import { LANGUAGES } from '#app/i18n.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

/** The sticker of a machine, in the language of its customers. */
export function StickerCard({ machine: { name, token } }: { machine: Machine }) {
  const { t, i18n } = useTranslation('stickers')
  const [language, setLanguage] = useState(i18n.language)
  const picture = stickerPicture(token, language)
  return (
    <TitledCard title={t('card')}>
      <div className={classes.fields}>
        <NativeSelect
          label={t('language')}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
          data={LANGUAGES.map(({ code, name: label }) => ({ value: code, label }))}
        />
        <img src={picture} alt={t('preview', { machine: name })} className={classes.sticker} />
      </div>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={stickerPage(token, language)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('download')}
        </Button>
        <Button
          component="a"
          href={picture}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('show')}
        </Button>
      </div>
    </TitledCard>
  )
}
