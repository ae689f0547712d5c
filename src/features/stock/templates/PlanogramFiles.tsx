import { Alert, Button, FileButton, Group, Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { toastError } from '#app/ui/toasts.ts'
import { type PlanogramFile, TABLE_FILES } from '#contract/imports.ts'
import type { ProductCard } from '#contract/products.ts'
import type { TemplateSlot } from '#contract/templates.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { type PlanogramFormat, readPlanogram, savePlanogram } from './planogram-file.ts'
import classes from './Templates.module.css'

type Props = {
  name: string
  type: MachineType
  slots: readonly TemplateSlot[]
  products: readonly ProductCard[]
  isDisabled?: boolean
  /** Called with the slots of a file, and its name. */
  onRead(file: PlanogramFile, name: string): void
}

/** Saves a planogram as a file, or reads one. The rows that cannot be read are listed. */
export function PlanogramFiles({ name, type, slots, products, isDisabled = false, onRead }: Props) {
  const { t } = useTranslation('templates')
  const reading = useServerMutation({ mutationFn: readPlanogram })
  const [inputs, setInputs] = useState(0)
  const read = (file: File | null) => {
    if (!file) return
    // Otherwise the same file could not be chosen again after it was corrected.
    setInputs((count) => count + 1)
    reading.mutate({ file, type }, { onSuccess: (found) => found.slots.length > 0 && onRead(found, file.name) })
  }
  const save = (format: PlanogramFormat) =>
    void savePlanogram(format, { name, slots, products }).catch(() => toastError(t('transactions:export.failed')))
  return (
    <>
      <Group gap="xs">
        <Menu>
          <Menu.Target>
            <Button variant="default" size="md" disabled={slots.length === 0} leftSection={<IconFileSpreadsheet size={18} aria-hidden />}>
              {t('file.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => save('xlsx')}>Excel (.xlsx)</Menu.Item>
            <Menu.Item onClick={() => save('csv')}>CSV (.csv)</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <FileButton key={inputs} accept={TABLE_FILES} onChange={read}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="md"
              disabled={isDisabled}
              loading={reading.isPending}
              leftSection={<IconFileUpload size={18} aria-hidden />}
            >
              {t('file.import')}
            </Button>
          )}
        </FileButton>
      </Group>
      <ErrorText text={reading.errorText} />
      {reading.data && <FileProblems file={reading.data} />}
    </>
  )
}

const MAX_LISTED = 30

/** The rows of a file that were left out, each with its problem; or the columns that are missing. */
function FileProblems({ file }: { file: PlanogramFile }) {
  const { t } = useTranslation('templates')
  const { number } = formats()
  if (file.mapping.slot === undefined)
    return (
      <Alert color="red" role="alert" title={t('file.noSlots')}>
        {t('file.heads', { heads: file.heads.filter(Boolean).join(', ') || '–' })}
      </Alert>
    )
  if (file.problems.length === 0) return null
  const more = file.problems.length - MAX_LISTED
  return (
    <Alert color="orange" role="alert" title={t('file.problems', { n: file.problems.length })}>
      <ul className={classes.problems}>
        {file.problems.slice(0, MAX_LISTED).map(({ row, field, code, value }) => (
          <li key={`${row} ${field} ${code}`}>
            {t('file.problem', {
              row: number(row),
              field: t(`slots:sheet.${field}`, { defaultValue: field }),
              problem: t(`imports:problem.${code}`, { value }),
            })}
          </li>
        ))}
        {more > 0 && <li>{t('file.more', { n: more })}</li>}
      </ul>
    </Alert>
  )
}
