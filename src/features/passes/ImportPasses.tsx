import { Alert, Button, FileButton, Modal, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { TABLE_FILES } from '#contract/imports.ts'
import classes from './Passes.module.css'
import { importPasses, isEmpty, problemsIn } from './passes.queries.ts'

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
const MAX_LISTED = 50

/** Imports cards from a file: all of them, or none with the problems of each row. */
function ImportForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('passes')
  const { number } = formats()
  const { mutate, isPending, error, errorText } = useKeyedMutation({
    ...importPasses,
    onSuccess: ({ imported, updated, creditKept }) => {
      const hasKnown = updated > 0 || creditKept > 0
      if (imported > 0 || !hasKnown) toastSuccess(t('imported', { count: imported, shown: number(imported) }))
      if (hasKnown) toastSuccess(t('updated', { updated: number(updated), kept: number(creditKept) }))
      onClose()
    },
    onError: () => toastError(t('importFailed')),
  })
  const problems = problemsIn(error)
  const more = problems.length - MAX_LISTED
  return (
    <Stack gap="md">
      <Text>{t('importHint')}</Text>
      <Text c="dimmed">{t('importAll')}</Text>
      <Text c="dimmed">{t('importExisting')}</Text>
      <FileButton accept={TABLE_FILES} onChange={(file) => file && mutate({ file })}>
        {(props) => (
          <Button {...props} size="md" loading={isPending} leftSection={<IconFileUpload size={20} aria-hidden />} data-autofocus>
            {t('choose')}
          </Button>
        )}
      </FileButton>
      {errorText && (
        <Alert color="red" role="alert" title={isEmpty(error) ? t('importEmpty') : errorText}>
          {problems.length > 0 && (
            <ul className={classes.problems}>
              {problems.slice(0, MAX_LISTED).map(({ row, field, code, value }) => (
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
