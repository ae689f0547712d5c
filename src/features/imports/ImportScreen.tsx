import { Alert, Button, FileButton, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileUpload } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { formats } from '#app/data/formats.ts'
import { bringFile, type TakenIn } from '#app/data/imports.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { IMPORT_KINDS, type ImportKind } from '#domain/imports.ts'
import { ColumnMapping } from './ColumnMapping.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/import')({
  validateSearch: v.object({ kind: v.optional(v.fallback(v.optional(v.picklist(IMPORT_KINDS)), undefined)) }),
  component: ImportScreen,
})

/** So many bad rows are named; whoever has more mends these first. */
const NAMED = 50

/** Brings a company's own data in: choose a file, see how it is understood, and take it in. */
function ImportScreen() {
  const { t } = useTranslation('imports')
  const { kind = 'MACHINES' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [seen, setSeen] = useState<TakenIn | null>(null)
  const [isBusy, setBusy] = useState(false)
  const bring = async (of: File, asked: ImportKind, more: { mapping?: Record<string, number>; confirm: boolean }) => {
    setBusy(true)
    setSeen(await bringFile({ kind: asked, file: of, ...more }))
    setBusy(false)
  }
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    void bring(chosen, kind, { confirm: false })
  }
  const preview = seen?.state === 'understood' ? seen.preview : null
  const { number } = formats()

  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack gap="md">
        <Card aria-label={t('file')}>
          <Group align="end" gap="md">
            <NativeSelect
              label={t('what')}
              data={IMPORT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={kind}
              onChange={({ currentTarget: { value } }) => {
                const chosen = IMPORT_KINDS.find((one) => one === value) ?? 'MACHINES'
                void navigate({ search: { kind: chosen }, replace: true })
                setSeen(null)
                if (file) void bring(file, chosen, { confirm: false })
              }}
            />
            <FileButton accept=".csv,.txt,.xlsx" onChange={choose}>
              {(props) => (
                <Button {...props} loading={isBusy} leftSection={<IconFileUpload size={20} aria-hidden />}>
                  {t(file ? 'another' : 'choose')}
                </Button>
              )}
            </FileButton>
          </Group>
          <Text size="sm" c="dimmed" mt="sm">
            {file ? file.name : t(`hint.${kind}`)}
          </Text>
        </Card>
        {seen?.state === 'refused' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {t(`refusals:${seen.code}`, t('failed'))}
          </Alert>
        )}
        {seen?.state === 'unreachable' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {t('unreachable')}
          </Alert>
        )}
        {preview?.done && (
          <Alert
            color="green"
            icon={<IconCircleCheck aria-hidden />}
            role="status"
            title={t('done', { count: preview.rows, shown: number(preview.rows) })}
          >
            <LinkButton to={kind === 'SALES' ? '/dashboard/transactions' : '/dashboard/machines'} variant="light" mt="xs">
              {t(kind === 'SALES' ? 'toSales' : 'toMachines')}
            </LinkButton>
          </Alert>
        )}
        {preview && !preview.done && file && (
          <>
            <ColumnMapping preview={preview} onChange={(mapping) => void bring(file, kind, { mapping, confirm: false })} />
            {preview.problems.length > 0 && (
              <Card aria-label={t('problems')}>
                <Title order={2} size="h4" mb="sm">
                  {t('problemsTitle', { count: preview.problems.length, shown: number(preview.problems.length) })}
                </Title>
                <Table.ScrollContainer minWidth={320}>
                  <Table aria-label={t('problems')}>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th scope="col">{t('row')}</Table.Th>
                        <Table.Th scope="col">{t('column')}</Table.Th>
                        <Table.Th scope="col">{t('wrong')}</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {preview.problems.slice(0, NAMED).map(({ row, field, code, value }) => (
                        <Table.Tr key={`${row} ${field} ${code}`}>
                          <Table.Td>{number(row)}</Table.Td>
                          <Table.Td>{t(`field.${field}`)}</Table.Td>
                          <Table.Td>{t(`problem.${code}`, { value })}</Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Card>
            )}
            <Button
              size="md"
              disabled={preview.problems.length > 0 || preview.rows === 0}
              loading={isBusy}
              onClick={() => void bring(file, kind, { mapping: preview.mapping, confirm: true })}
            >
              {t('confirm', { count: preview.rows, shown: number(preview.rows) })}
            </Button>
          </>
        )}
      </Stack>
    </>
  )
}
