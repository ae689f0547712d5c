import { Button, List, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasSeenNews, noteNewsSeen } from '#app/data/local-settings.ts'
import { siteInfo } from '#app/data/session.ts'
import { TermsModal } from '#app/features/account/TermsModal.tsx'
import { NEWS } from '#domain/news.ts'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'

/** The dialogs that open after the start, one after the other: maintenance, what is new, and for managers the terms. */
export const StartDialogs = ({ isManager, onLeave }: { isManager: boolean; onLeave(): void }) => (
  <MaintenanceNotice>
    <NewsModal>{isManager && <TermsModal onLeave={onLeave} />}</NewsModal>
  </MaintenanceNotice>
)

/** Shows once per device what is new since the user's last visit; new users see nothing. `children`: dialogs that open after it. */
function NewsModal({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings')
  const { data: site } = useQuery(siteInfo())
  const [isOpen, setOpen] = useState(() => !hasSeenNews(NEWS))
  const close = () => {
    noteNewsSeen(NEWS)
    setOpen(false)
  }
  if (!isOpen) return children
  return (
    <Modal opened onClose={close} title={t('news.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Stack gap="md">
        <List spacing="xs">
          {(t(site?.sendsMail === false ? 'news.withoutMail' : 'news.items', { returnObjects: true }) as string[]).map((item) => (
            <List.Item key={item}>{item}</List.Item>
          ))}
        </List>
        <Button size="md" onClick={close} data-autofocus>
          {t('news.close')}
        </Button>
      </Stack>
    </Modal>
  )
}
