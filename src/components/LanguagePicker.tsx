import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, LANGUAGES } from '#app/i18n.ts'

/** Each language in its own name, so that it can be found without knowing another. */
export function LanguagePicker({ withLabel = false }: { withLabel?: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <NativeSelect
      label={withLabel ? t('language') : undefined}
      aria-label={t('language')}
      leftSection={<IconLanguage size={18} aria-hidden />}
      data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
      value={i18n.language}
      onChange={(event) => {
        const chosen = LANGUAGES.find(({ code }) => code === event.currentTarget.value)
        if (chosen) void chooseLanguage(chosen.code)
      }}
    />
  )
}
