import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconScan } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { FLUSH } from '#app/ui/flush.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { NumberFields } from '#app/ui/number-fields.ts'
import { MAX_BAG_LENGTH } from '#contract/collections.ts'
import classes from './CollectionFields.module.css'
import { AMOUNTS, type Amount, type CollectionDraft, isReadingHalf, rulesOf } from './collection-draft.ts'

const BagScanner = lazyPart(async () => (await import('./scan/BagScanner.tsx')).BagScanner, { missing: () => null, waiting: () => null })

type Props = {
  typed: CollectionDraft
  change(part: CollectionDraft): void
  /** Fields with invalid text. */
  noteWrong(id: string, isWrong: boolean): void
}

/** What is known of a cash collection. Every field is optional, and none shows what is expected. */
export function CollectionFields({ typed, change, noteWrong }: Props) {
  const { t } = useTranslation('collections')
  const [isScanning, setScanning] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  // What was typed stays in sight, also when it is restored later.
  const isOpen = isUnfolded || AMOUNTS.some((name) => name !== 'counted' && typed[name])
  const amount = (name: Amount, help?: string, error?: string) => (
    <NumberTextInput
      size="md"
      label={t(`field.${name}`)}
      description={help}
      error={error}
      {...rulesOf(name)}
      unit={formats().currency}
      value={typed[name] ?? ''}
      onChange={(text) => change({ [name]: text })}
    />
  )
  const scanned = (bag: string) => {
    change({ bag })
    setScanning(false)
  }
  return (
    <NumberFields value={noteWrong}>
      <Stack gap="sm">
        <TextInput
          size="md"
          label={t('bag')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_BAG_LENGTH}
          value={typed.bag ?? ''}
          onChange={({ currentTarget: { value } }) => change({ bag: value })}
          rightSectionWidth={48}
          rightSection={
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('scanBag')}
              aria-expanded={isScanning}
              onClick={() => setScanning(!isScanning)}
            >
              <IconScan size={22} aria-hidden />
            </ActionIcon>
          }
        />
        {isScanning && (
          <div className={classes.camera}>
            <BagScanner onBag={scanned} />
          </div>
        )}
        {amount('counted', t('countedHelp'))}
        <Button
          {...FLUSH}
          size="sm"
          className={classes.more ?? ''}
          aria-expanded={isOpen}
          rightSection={<IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {t('more')}
        </Button>
        {isOpen && (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('readingHelp')}
            </Text>
            <Group grow align="flex-end" gap="sm">
              {amount('cashBox')}
              {amount('bills', undefined, isReadingHalf(typed) ? t('cashBoxToo') : undefined)}
            </Group>
            <Text size="sm" c="dimmed">
              {t('floatHelp')}
            </Text>
            <Group grow align="flex-end" gap="sm">
              {amount('floatIn')}
              {amount('floatOut')}
            </Group>
          </Stack>
        )}
      </Stack>
    </NumberFields>
  )
}
