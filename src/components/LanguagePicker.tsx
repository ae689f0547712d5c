import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, LANGUAGES } from '#app/i18n.ts'

/** Each language in its own name, so that it can be found without knowing another. */
export function LanguagePicker({ withLabel = false }: { withLabel?: boolean }) {
  const { t, i18n } = useTranslation()
  const [isMissing, setMissing] = useState(false)
  return (
    <NativeSelect
      label={withLabel ? t('language') : undefined}
      aria-label={t('language')}
      leftSection={<IconLanguage size={18} aria-hidden />}
      data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
      value={i18n.language}
      error={isMissing && t('whyNot.offline.text')}
      onChange={async ({ currentTarget: { value } }) => {
        const chosen = LANGUAGES.find(({ code }) => code === value)
        if (chosen) setMissing(!(await chooseLanguage(chosen.code)))
      }}
    />
  )
}
