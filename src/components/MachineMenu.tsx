import { ActionIcon, Menu, Modal } from '@mantine/core'
import { IconDotsVertical, IconInfoCircle, IconMoon, IconNavigation, IconQrcode } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mapsLink } from '#app/data/maps-link.ts'
import type { MachineCard } from '#contract/machines.ts'
import { useLook } from './look.ts'
import { MachineCode } from './MachineCode.tsx'

type Props = {
  machine: MachineCard
  /** The page about the machine, unless it is the current one. */
  about?: LinkProps
}

/** What is needed less often at a machine: the way there, its sticker, and a screen for the dark. */
export function MachineMenu({ machine, about }: Props) {
  const { t } = useTranslation('stock')
  const { t: common } = useTranslation()
  const [showsCode, setShowsCode] = useState(false)
  const [look, setLook] = useLook()
  const way = mapsLink(machine, navigator.userAgent)
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon variant="subtle" size={56} aria-label={t('visit.menu', { machine: machine.name })}>
            <IconDotsVertical size={24} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {way && (
            <Menu.Item
              component="a"
              href={way}
              {...(way.startsWith('https') ? { target: '_blank', rel: 'noreferrer' } : {})}
              leftSection={<IconNavigation size={20} aria-hidden />}
            >
              {t('visit.navigate')}
            </Menu.Item>
          )}
          {about && (
            <Menu.Item renderRoot={(props) => <Link {...about} {...props} />} leftSection={<IconInfoCircle size={20} aria-hidden />}>
              {t('openMachine')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconQrcode size={20} aria-hidden />} onClick={() => setShowsCode(true)}>
            {t('visit.code')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMoon size={20} aria-hidden />} onClick={() => setLook(look === 'cellar' ? 'auto' : 'cellar')}>
            {t(look === 'cellar' ? 'visit.leaveCellar' : 'visit.cellar')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={showsCode}
        onClose={() => setShowsCode(false)}
        title={t('visit.code')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <MachineCode machine={machine} isLarge />
      </Modal>
    </>
  )
}
