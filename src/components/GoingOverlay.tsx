import { Center, Loader, Modal } from '@mantine/core'
import { useEffect } from 'react'
import { followCompanySwitch } from '#app/data/branches.ts'

/** Covers the screen while the app restarts in the company to which the server has moved this session. */
export function GoingOverlay({ label }: { label: string }) {
  useEffect(() => void followCompanySwitch(), [])
  return (
    <Modal opened fullScreen withCloseButton={false} closeOnEscape={false} onClose={() => {}} aria-label={label}>
      <Center mih="80dvh">
        <Loader role="status" aria-label={label} />
      </Center>
    </Modal>
  )
}
