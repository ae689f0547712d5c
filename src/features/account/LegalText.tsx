import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateIn } from '#domain/formats.ts'
import { TERMS_VERSION } from '#domain/terms.ts'

type Section = { title: string; text: string }

/** The terms or the privacy policy, on their own pages and before they are accepted. */
export function LegalText({ of, titles = 2 }: { of: 'terms' | 'privacy'; titles?: 2 | 3 }) {
  const { t, i18n } = useTranslation('legal')
  const date = dateIn(TERMS_VERSION, i18n.language)
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('inForceSince', { date })}</Text>
      {(t(`${of}.sections`, { returnObjects: true }) as Section[]).map(({ title, text }) => (
        <section key={title}>
          <Title order={titles} size="h3" mb={4}>
            {title}
          </Title>
          <Text>{text}</Text>
        </section>
      ))}
    </Stack>
  )
}
