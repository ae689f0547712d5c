import { Alert, List, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'

type Props = { preview: ImportPreview; choices: ImportChoices; onChange(choices: ImportChoices): void }

/** Uncertainties about a file, and the choices that resolve them. */
export function FileDoubts({ preview, choices, onChange }: Props) {
  const { t } = useTranslation('imports')
  const { doubts, inMinor, sheets, unitPrice } = preview
  const isDoubted = (one: string) => doubts.some(({ doubt }) => doubt === one)
  return (
    <Stack gap="md">
      {doubts.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('doubts')}>
          <List>
            {doubts.map(({ doubt, text }) => (
              <List.Item key={doubt}>{t(`doubt.${doubt}`, { text })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {sheets && sheets.names.length > 1 && (
        <NativeSelect
          label={t('sheet')}
          data={sheets.names}
          value={sheets.sheet}
          // Another sheet has other columns.
          onChange={({ currentTarget: { value } }) => onChange({ sheet: value })}
        />
      )}
      {inMinor !== null && (isDoubted('SCALE') || choices.inMinor !== undefined) && (
        <div>
          <Text size="sm" fw={500}>
            {t('scale')}
          </Text>
          <SegmentedControl
            aria-label={t('scale')}
            data={[
              { value: 'units', label: t('inUnits') },
              { value: 'cents', label: t('inCents') },
            ]}
            value={inMinor ? 'cents' : 'units'}
            onChange={(value) => onChange({ ...choices, inMinor: value === 'cents' })}
          />
        </div>
      )}
      {unitPrice !== null && (isDoubted('UNIT_PRICE') || choices.unitPrice !== undefined) && (
        <div>
          <Text size="sm" fw={500}>
            {t('piece')}
          </Text>
          <SegmentedControl
            aria-label={t('piece')}
            data={[
              { value: 'one', label: t('onePiece') },
              { value: 'all', label: t('allPieces') },
            ]}
            value={unitPrice ? 'one' : 'all'}
            onChange={(value) => onChange({ ...choices, unitPrice: value === 'one' })}
          />
        </div>
      )}
    </Stack>
  )
}
