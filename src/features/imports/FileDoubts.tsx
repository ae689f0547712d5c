import { Alert, Checkbox, Input, NativeSelect, SegmentedControl, type SegmentedControlProps, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import classes from './ColumnMapping.module.css'
import { ColumnSelect } from './ColumnSelect.tsx'
import { ReadingChoice } from './ReadingChoice.tsx'
import { StateSelect } from './StateWords.tsx'
import { useWrongChoice } from './WrongChoice.tsx'

type Props = { preview: ImportPreview; choices: ImportChoices; onChange(choices: ImportChoices): void }

/** The fields whose columns a doubt is about. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  ACTIVITY: ['status'],
  AMOUNT_COLUMN: ['amount'],
  BASKETS: ['product'],
  CALENDAR: ['at'],
  CASE_COSTS: ['cost'],
  CONVERTED: ['at'],
  CURRENCIES: ['amount'],
  DATE_ABOVE: ['at'],
  EXTRA_CELLS: ['amount'],
  HIJRI: ['at'],
  LETTERS_LOST: ['product', 'name', 'machine'],
  LETTERS_READ: ['product', 'machine'],
  MACHINE_ABOVE: ['machine'],
  MACHINE_BESIDE: ['machine'],
  MACHINE_COLUMNS: ['machine', 'otherMachine'],
  MACHINE_PARTS: ['machine'],
  MONTHS: ['at'],
  NAMES_FOR_NUMBERS: ['sku'],
  NET: ['amount'],
  NO_TIME: ['time', 'at'],
  OLD: ['at'],
  OTHER_MACHINE: ['machine'],
  PAID_BY: ['type'],
  POSTAL_SHORT: ['postalCode'],
  TIME_ZEROS: ['time'],
  POSTAL_ZEROS: ['postalCode'],
  REPEATED: ['id', 'amount'],
  SCALE: ['amount', 'price', 'cost'],
  SHARED_NAMES: ['product'],
  STATES: ['status'],
  SUMS: ['amount'],
  TAX_PARTS: ['tax'],
  TAX_SMALL: ['tax'],
  TENDERS: ['amount', 'type'],
  TIMES: ['case', 'maximum'],
  UNIT_PRICE: ['amount'],
  WHOLE_HOURS: ['time'],
  ZONE: ['at'],
}

/** The field or part of the file that a doubt is about, with the heading of its column. */
function useTitle({ fields, heads, mapping }: ImportPreview) {
  const { t } = useTranslation('imports')
  return (doubt: string) => {
    if (doubt === 'SHEETS' || doubt === 'OTHER_SHEETS') return t('sheet')
    if (doubt === 'HEAD_PARTS') return t('mapping')
    if (doubt === 'PART' || doubt === 'LIST') return t('file')
    const all = FIELDS_OF[doubt] ?? []
    const field = all.find((name) => mapping[name] !== undefined) ?? all.find((name) => fields.some((one) => one.name === name))
    if (field === undefined) return t('row')
    const head = heads[mapping[field] ?? -1]
    const name = t(`field.${field}`)
    return head && head !== name ? t('common:labelled', { label: name, value: head }) : name
  }
}

/** Choices that remain visible after they resolved their doubt. */
const CHOSEN: readonly (readonly [doubt: string, choice: keyof ImportChoices])[] = [
  ['SCALE', 'inMinor'],
  ['UNIT_PRICE', 'unitPrice'],
]

/** The choice of all sheets or tables, which no sheet can have for a name. */
const ALL = '/all'

/** Uncertainties about a file, each with the columns or rows it is about and the control that corrects it. */
export function FileDoubts(props: Props) {
  const { t } = useTranslation('imports')
  const { doubts, readings, sheets } = props.preview
  const titleOf = useTitle(props.preview)
  const open = new Set(doubts.map(({ doubt }) => doubt))
  const decided = [
    ...readings.map(({ doubt }) => doubt),
    ...(sheets && sheets.names.length > 1 ? ['SHEETS'] : []),
    ...(props.choices.fixed?.zone === undefined ? [] : ['ZONE']),
    ...CHOSEN.flatMap(([doubt, choice]) => (props.choices[choice] === undefined ? [] : [doubt])),
  ].filter((doubt) => !open.has(doubt))
  if (doubts.length === 0 && decided.length === 0) return null
  return (
    <Stack gap="md">
      {doubts.length > 0 && <Title order={3}>{t('doubts')}</Title>}
      {doubts.map(({ doubt, text, rows }) => (
        <Alert
          key={doubt}
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          role="group"
          aria-label={titleOf(doubt)}
          title={titleOf(doubt)}
        >
          <Stack gap="sm">
            <Text size="sm">{t(`doubt.${doubt}`, { text: DAYS.has(doubt) ? formats().calendarDate(new Date(text)) : text })}</Text>
            {rows.length > 0 && <Text size="sm">{t('doubtRows', { rows: rows.map((row) => formats().number(row)).join(', ') })}</Text>}
            <DoubtControl doubt={doubt} {...props} />
          </Stack>
        </Alert>
      ))}
      {decided.map((doubt) => (
        <DoubtControl key={doubt} doubt={doubt} {...props} />
      ))}
    </Stack>
  )
}

/** Doubts whose text is a day. */
const DAYS = new Set(['CONVERTED', 'OLD'])

/** Doubts that another column resolves. */
const SELECTED = new Set([
  'ACTIVITY',
  'AMOUNT_COLUMN',
  'BASKETS',
  'CASE_COSTS',
  'CURRENCIES',
  'DATE_ABOVE',
  'EXTRA_CELLS',
  'HIJRI',
  'MACHINE_ABOVE',
  'MACHINE_BESIDE',
  'MACHINE_COLUMNS',
  'MACHINE_PARTS',
  'NAMES_FOR_NUMBERS',
  'NET',
  'NO_TIME',
  'PAID_BY',
  'REPEATED',
  'SHARED_NAMES',
  'SUMS',
  'TAX_PARTS',
  'TAX_SMALL',
  'TENDERS',
  'TIMES',
  'WHOLE_HOURS',
])

/** The control that corrects a doubt. */
function DoubtControl({ doubt, preview, choices, onChange }: Props & { doubt: string }) {
  const { t } = useTranslation('imports')
  const { inMinor, readings, sheets, states, unitPrice } = preview
  const titleOf = useTitle(preview)
  const reading = readings.find((one) => one.doubt === doubt)
  const [wrongSheet, wrongScale, wrongPiece] = [useWrongChoice('sheet'), useWrongChoice('inMinor'), useWrongChoice('unitPrice')]
  if (reading) return <ReadingChoice label={titleOf(doubt)} reading={reading} choices={choices} onChange={onChange} />
  if (doubt === 'SHEETS' && sheets)
    return (
      <NativeSelect
        label={t('sheet')}
        data={[
          { value: ALL, label: t(sheets.isPage ? 'allTables' : 'allSheets') },
          ...sheets.names.map((name) => ({ value: name, label: name })),
        ]}
        error={wrongSheet}
        value={choices.allSheets ? ALL : sheets.sheet || ALL}
        // Another sheet has other columns.
        onChange={({ currentTarget: { value } }) => onChange(value === ALL ? (sheets.isPage ? {} : { allSheets: true }) : { sheet: value })}
      />
    )
  if (doubt === 'SCALE' && inMinor !== null)
    return (
      <Choice
        error={wrongScale}
        aria-label={t('scale')}
        data={[
          { value: 'units', label: t('inUnits') },
          { value: 'cents', label: t('inCents') },
        ]}
        value={inMinor ? 'cents' : 'units'}
        onChange={(value) => onChange({ ...choices, inMinor: value === 'cents' })}
      />
    )
  if (doubt === 'UNIT_PRICE' && unitPrice !== null)
    return (
      <Choice
        error={wrongPiece}
        aria-label={t('piece')}
        data={[
          { value: 'one', label: t('onePiece') },
          { value: 'all', label: t('allPieces') },
        ]}
        value={unitPrice ? 'one' : 'all'}
        onChange={(value) => onChange({ ...choices, unitPrice: value === 'one' })}
      />
    )
  if (doubt === 'ZONE')
    return (
      <Checkbox
        label={t('companyZone')}
        checked={choices.fixed?.zone === 'local'}
        onChange={({ currentTarget: { checked } }) => {
          const { zone: _, ...fixed } = choices.fixed ?? {}
          onChange({ ...choices, fixed: checked ? { ...fixed, zone: 'local' } : fixed })
        }}
      />
    )
  if (doubt === 'TOTAL_WORDS')
    return (
      <Checkbox
        label={t('withoutTotals')}
        checked={choices.withoutTotals ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ ...choices, withoutTotals: checked })}
      />
    )
  return (
    <>
      {doubt === 'SUMS' && <AsSales isShort choices={choices} onChange={onChange} />}
      <div className={classes.fields}>
        {doubt === 'STATES' &&
          states
            .filter(({ isSure }) => !isSure)
            .map((word) => <StateSelect key={word.word} of={word} preview={preview} choices={choices} onChange={onChange} />)}
        {(SELECTED.has(doubt) ? (FIELDS_OF[doubt] ?? []) : [])
          .filter((field) => preview.fields.some(({ name }) => name === field))
          .map((field) => (
            <ColumnSelect key={field} field={field} preview={preview} choices={choices} onChange={onChange} />
          ))}
      </div>
    </>
  )
}

function Choice({ error, ...props }: SegmentedControlProps & { error: ReactNode }) {
  return (
    <Input.Wrapper error={error}>
      <SegmentedControl {...props} />
    </Input.Wrapper>
  )
}

/** Rows that look like totals are recorded only if this is chosen. */
export function AsSales({ isShort = false, choices, onChange }: Pick<Props, 'choices' | 'onChange'> & { isShort?: boolean }) {
  const { t } = useTranslation('imports')
  return (
    <Checkbox
      label={t('asSales')}
      description={isShort ? undefined : t('asSalesHelp')}
      checked={choices.asSales ?? false}
      onChange={({ currentTarget: { checked } }) => onChange({ ...choices, asSales: checked })}
    />
  )
}
