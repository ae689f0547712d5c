import { Badge, Code, Group, Text } from '@mantine/core'
import { IconCoffee, IconCookie } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-labels.ts'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { SignalBars } from '#app/components/SignalBars.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { StickerLink } from '#app/components/StickerLink.tsx'
import { getSession } from '#app/data/device.ts'
import type { Today } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Machine } from '#contract/machines.ts'
import { QUIET_MODULES, qrCodeOf } from '#documents/qr-code.ts'
import type { MachineId } from '#domain/ids.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import classes from './MachineHead.module.css'

type Back = Pick<LinkProps, 'to'>

type Props = { machine: Machine; today?: Today | undefined; back: Back; children?: ReactNode }

/** Name and status of a machine, and the code of its sticker; `children` appear next to it. */
export function MachineHead({ machine, today, back, children }: Props) {
  const { t } = useTranslation('machines')
  const alertLabel = useAlertLabels()
  const { state, stateCause, alerts, signalStrength } = today ?? machine
  const Icon = machine.type === 'COFFEE' ? IconCoffee : IconCookie
  return (
    <>
      <PageHeader
        title={machine.name}
        subtitle={machine.address}
        breadcrumb={[{ label: t('title'), link: back }, { label: machine.name }]}
        actions={
          <>
            {today?.groups.map(({ machineGroupId, name }) => (
              <Badge key={machineGroupId} size="lg" color="gray" variant="light" tt="none">
                {name}
              </Badge>
            ))}
            {signalStrength !== undefined && kindOf(state) !== 'offline' && <SignalBars strength={signalStrength} />}
            <Badge size="lg" variant="default" tt="none" leftSection={<Icon size={18} stroke={1.6} aria-hidden />}>
              {t(machine.type)}
            </Badge>
            <StateBadge state={state} alerts={alerts} />
            {stateCause !== undefined && <Text span>{alertLabel(stateCause)}</Text>}
          </>
        }
      />
      <Card aria-label={t('code')} className={classes.strip}>
        {children}
        <MachineCode machine={machine} />
      </Card>
    </>
  )
}

export function UnknownMachine({ machineId, back }: { machineId: MachineId; back: Back }) {
  const { t } = useTranslation('machines')
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  return (
    <MachineLeft
      machineId={machineId}
      never={
        isManager ? { title: t('unknownMachine'), text: t('unknownMachineNextStep') } : { title: t('notHere'), text: t('notHereNextStep') }
      }
      action={
        <Group>
          <LinkButton {...back}>{t('toMachines')}</LinkButton>
          {isManager && (
            <LinkButton to="/dashboard/settings/deactivated-machines" variant="default">
              {t('deactivatedMachines')}
            </LinkButton>
          )}
        </Group>
      }
    />
  )
}

/** The machine's sticker: the code to scan, and its token as text. */
function MachineCode({ machine: { name, token } }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const { size, runs } = qrCodeOf(stickerAddress(location.origin, token))
  const whole = size + 2 * QUIET_MODULES
  return (
    <div className={classes.code}>
      <svg
        role="img"
        aria-label={t('qrCode', { machine: name })}
        viewBox={`0 0 ${whole} ${whole}`}
        className={classes.qr}
        shapeRendering="crispEdges"
      >
        <path
          transform={`translate(${QUIET_MODULES} ${QUIET_MODULES})`}
          d={runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')}
        />
      </svg>
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          {t('token')}
        </Text>
        <Code className={classes.token}>{token}</Code>
        <div>
          <StickerLink token={token} />
        </div>
      </div>
    </div>
  )
}
