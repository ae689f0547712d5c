import { IconBulb, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { MachineId } from '#domain/ids.ts'
import classes from './ProblemLinks.module.css'

/** Links of a machine to the report of a problem and the proposal of a product. */
export function ProblemLinks({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('problems')
  const params = { machineId: String(machineId) }
  return (
    <div className={classes.links}>
      <LinkButton
        to="/dashboard/serviceman/machines/$machineId/problem"
        params={params}
        variant="default"
        px="xs"
        className={classes.link ?? ''}
        classNames={{ label: classes.label ?? '' }}
        leftSection={<IconTool size={24} aria-hidden />}
      >
        {t('title')}
      </LinkButton>
      <LinkButton
        to="/dashboard/serviceman/machines/$machineId/proposal"
        params={params}
        variant="default"
        px="xs"
        className={classes.link ?? ''}
        classNames={{ label: classes.label ?? '' }}
        leftSection={<IconBulb size={24} aria-hidden />}
      >
        {t('propose')}
      </LinkButton>
    </div>
  )
}
