import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Badge, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { homeOf } from '#app/data/home.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { DEBUG_COMMANDS, type DebugCommand, type DeliveryState, type DeviceDetails } from '#contract/debugger.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Debugger.module.css'
import { deviceDetails, sendCommand } from './devices.queries.ts'

export const Route = createFileRoute('/_signed-in/dashboard/more/debugger')({
  beforeLoad: ({ context: { account } }) => {
    if (!account.roles.includes('ROLE_DEVICE_MANAGER')) throw redirect({ to: homeOf(account), replace: true })
  },
  component: DebuggerScreen,
})

const IMEI_LENGTH = 15
const Imei = v.object({ imei: v.pipe(v.string(), v.trim(), v.length(IMEI_LENGTH)) })
const COLOURS: Record<DeliveryState, string> = { queued: 'gray', sent: 'blue', acknowledged: 'green', failed: 'red', expired: 'orange' }

/** Shows the state of a device by its number, and sends commands. */
function DebuggerScreen() {
  const { t } = useTranslation('debugger')
  const why = useWhyNot()
  const form = useForm({ resolver: valibotResolver(Imei), mode: 'onTouched', defaultValues: { imei: '' } })
  const field = useField(form)
  const [imei, setImei] = useState<string | null>(null)
  const { data } = useQuery({ ...deviceDetails(imei ?? ''), enabled: imei !== null })
  const retrieval = useServerMutation({
    mutationFn: ({ imei }: { imei: string }, { client }) => client.fetchQuery({ ...deviceDetails(imei), staleTime: 0 }),
    onSuccess: (answer, { imei }) => {
      setImei(imei)
      if (answer.state === 'answered') toastSuccess(t('fetched'))
      else toastError(t('notFetched'))
    },
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        breadcrumb={[
          getSession().account.companyRole === 'ROLE_MANAGER'
            ? { label: t('devices:title'), link: { to: '/dashboard/more/devices-list' } }
            : { label: t('shell:place.other'), link: { to: '/dashboard/other' } },
          { label: t('title') },
        ]}
      />
      <Form form={form} onSubmit={retrieval.mutate} submit={t('fetch')} mutation={retrieval} isInline>
        <TextInput {...field('imei')} label={t('imei')} inputMode="numeric" className={classes.imei ?? ''} />
      </Form>
      {data && data.state !== 'answered' && (
        <Alert color="red" role="alert" mt="md">
          {why(data).text}
        </Alert>
      )}
      <div className={classes.cards}>
        <Commands details={data?.state === 'answered' ? data.value : null} />
        {data?.state === 'answered' && <Facts details={data.value} />}
        {data?.state === 'answered' && <Logs logs={data.value.logs} />}
      </div>
    </>
  )
}

function Commands({ details }: { details: DeviceDetails | null }) {
  const { t } = useTranslation('debugger')
  const [command, setCommand] = useState<DebugCommand | null>(null)
  const { mutate, isPending, errorText } = useKeyedMutation({
    ...sendCommand,
    onSuccess: () => toastSuccess(t('sent')),
    onError: () => toastError(t('notSent')),
  })
  return (
    <Card aria-label={t('commands')}>
      <div className={classes.ask}>
        <NativeSelect
          size="md"
          label={t('command')}
          className={classes.imei ?? ''}
          disabled={!details?.imei}
          value={command ?? ''}
          onChange={({ currentTarget: { value } }) => setCommand(DEBUG_COMMANDS.find((one) => one === value) ?? null)}
          data={[{ value: '', label: t('choose') }, ...DEBUG_COMMANDS]}
        />
        <Button
          size="md"
          loading={isPending}
          disabled={!details || !command}
          onClick={() => details && command && mutate({ imei: details.imei, value: command })}
        >
          {t('send')}
        </Button>
      </div>
      <ErrorText text={errorText} />
      <ul className={classes.rows} aria-label={t('commands')} aria-live="polite">
        {details?.commands.map(({ id, command: name, askedAt, state }) => (
          <li key={id}>
            <span>
              {name}{' '}
              <Text span size="sm" c="dimmed">
                <AgeText at={fromIso(askedAt)} />
              </Text>
            </span>
            <Badge variant="light" color={COLOURS[state]}>
              {t(`state.${state}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Facts({ details: { imei, connected, signalStrength, msisdn, firmware, firmwareUpdate } }: { details: DeviceDetails }) {
  const { t } = useTranslation('debugger')
  const { dateTime, exactPercentage } = formats()
  const facts = [
    [t('imei'), imei],
    [t('signal'), signalStrength === null ? '–' : exactPercentage(signalStrength)],
    ['MSISDN', msisdn ?? '–'],
    [t('firmware'), firmware ?? '–'],
    [t('firmwareUpdate'), firmwareUpdate === null ? '–' : dateTime(fromIso(firmwareUpdate))],
  ] as const
  return (
    <Card aria-label={t('device')}>
      <Badge size="lg" variant="light" color={connected ? 'green' : 'red'}>
        {t(connected ? 'online' : 'offline')}
      </Badge>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-figures>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Logs({ logs }: { logs: DeviceDetails['logs'] }) {
  const { t } = useTranslation('debugger')
  const { dateTime } = formats()
  return (
    <Card aria-label={t('logs')}>
      <Text component="h2" fw={600} m={0} mb="xs">
        {t('logs')}
      </Text>
      {logs.length === 0 ? (
        <Text c="dimmed">{t('noLogs')}</Text>
      ) : (
        <ol className={classes.logs}>
          {logs.map(({ id, message, level, at }) => (
            <li key={id} data-level={level}>
              <time dateTime={at}>{dateTime(fromIso(at))}</time> {message}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
