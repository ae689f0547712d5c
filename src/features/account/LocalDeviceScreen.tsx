import { NativeSelect, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOOKS, useLook } from '#app/components/look.ts'
import { opensMachineInNewTab, setOpensMachineInNewTab } from '#app/data/local-settings.ts'
import { LANGUAGES, loadLanguage, storeLanguage } from '#app/i18n.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/settings/local-device')({ component: LocalDeviceScreen })

/** Time to read the confirmation. */
const RELOAD_AFTER_MS = 500

/** Settings of appearance and behaviour, stored on this device only. */
function LocalDeviceScreen() {
  const { t, i18n } = useTranslation('settings')
  const [look, setLook] = useLook()
  const [opensNewTab, setOpensNewTab] = useState(opensMachineInNewTab)
  const [language, setLanguage] = useState(i18n.language)
  const showResult = (isKept: boolean) => {
    if (isKept) toastSuccess(t('local.SETTINGS_SAVED'))
    else toastError(t('local.SAVE_ERROR'))
    return isKept
  }
  const chooseLanguage = async (code: string) => {
    const chosen = LANGUAGES.find((one) => one.code === code)
    if (!chosen) return
    // Without its texts the app would start in English.
    if (!(await loadLanguage(chosen.code))) return toastError(t('common:whyNot.offline.text'))
    if (!showResult(storeLanguage(chosen.code))) return
    setLanguage(chosen.code)
    setTimeout(() => location.reload(), RELOAD_AFTER_MS)
  }
  return (
    <>
      <PageHeader
        title={t('local.title')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/settings' } }, { label: t('local.title') }]}
      />
      <div className={classes.narrow}>
        <Card>
          <Stack gap="lg">
            <Switch
              size="md"
              label={t('local.newTab')}
              description={t('local.newTabMeans')}
              checked={opensNewTab}
              onChange={({ currentTarget: { checked } }) => {
                if (showResult(setOpensMachineInNewTab(checked))) setOpensNewTab(checked)
              }}
            />
            <NativeSelect
              size="md"
              label={t('local.language')}
              data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
              value={language}
              onChange={({ currentTarget: { value } }) => void chooseLanguage(value)}
            />
            <div>
              <Text size="sm" fw={500} mb={4} id="settings-scheme">
                {t('local.scheme')}
              </Text>
              <SegmentedControl
                fullWidth
                size="md"
                aria-labelledby="settings-scheme"
                value={look}
                onChange={(value) => {
                  showResult(setLook(LOOKS.find((name) => name === value) ?? 'auto'))
                }}
                data={LOOKS.map((value) => ({ value, label: t(`shell:scheme.${value}`) }))}
              />
            </div>
          </Stack>
        </Card>
        <Text size="sm" c="dimmed">
          {t('local.onlyHere')}
        </Text>
      </div>
    </>
  )
}
