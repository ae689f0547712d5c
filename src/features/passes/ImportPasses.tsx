import { Alert, Button, FileButton, Modal, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { importPasses, problemsIn } from '#app/data/passes.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import classes from './Passes.module.css'
import { usePassOperation } from './use-pass-operation.ts'

type Props = { opened: boolean; onClose(): void }

export function ImportPasses({ opened, onClose }: Props) {
  const { t } = useTranslation('passes')
  return (
    <Modal opened={opened} onClose={onClose} title={t('importTitle')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {opened && <ImportForm onClose={onClose} />}
    </Modal>
  )
}

/** Maximum number of listed bad rows. */
const NAMED = 50

/** Imports cards from a file: all of them, or none with the problems of each row. */
function ImportForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('passes')
  const { number } = formats()
  const { isBusy, trouble, run } = usePassOperation(t('importFailed'))
  const [problems, setProblems] = useState<ReturnType<typeof problemsIn>>([])
  const bring = async (file: File | null) => {
    if (!file) return
    setProblems([])
    const done = await run(async (key) => {
      const answer = await importPasses(file, key)
      if (answer.state === 'refused') setProblems(problemsIn(answer.details))
      return answer
    })
    if (!done) return
    const { imported, updated, creditKept } = done
    const isKnown = updated > 0 || creditKept > 0
    if (imported > 0 || !isKnown) toastSuccess(t('imported', { count: imported, shown: number(imported) }))
    if (isKnown) toastSuccess(t('updated', { updated: number(updated), kept: number(creditKept) }))
    onClose()
  }
  const more = problems.length - NAMED
  return (
    <Stack gap="md">
      <Text>{t('importHint')}</Text>
      <Text c="dimmed">{t('importAll')}</Text>
      <Text c="dimmed">{t('importExisting')}</Text>
      <FileButton accept=".csv,.txt,.xlsx" onChange={(file) => void bring(file)}>
        {(props) => (
          <Button {...props} size="md" loading={isBusy} leftSection={<IconFileUpload size={20} aria-hidden />} data-autofocus>
            {t('choose')}
          </Button>
        )}
      </FileButton>
      {trouble && (
        <Alert color="red" role="alert" title={trouble}>
          {problems.length > 0 && (
            <ul className={classes.problems}>
              {problems.slice(0, NAMED).map(({ row, field, code, value }) => (
                <li key={`${row} ${field} ${code}`}>
                  {t('rowProblem', { row: number(row), field: t(`column.${field}`), problem: t(`imports:problem.${code}`, { value }) })}
                </li>
              ))}
              {more > 0 && <li>{t('more', { count: more, shown: number(more) })}</li>}
            </ul>
          )}
        </Alert>
      )}
    </Stack>
  )
}
