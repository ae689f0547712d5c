import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { machineMappings, paymentMethods, setMappings, vendMethods } from '#app/data/machine-today.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Mappings } from '#contract/mappings.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

/** How the vends of a machine are booked, if it differs from the default. */
export function MappingCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const why = useWhyNot()
  const { data: pairs, error } = useQuery(machineMappings(machineId))
  const { data: vends } = useQuery(vendMethods())
  const { data: payments } = useQuery(paymentMethods())
  const [vend, setVend] = useState('')
  const [payment, setPayment] = useState('')
  const mapping = useServerMutation(setMappings(machineId))
  const known = pairs ?? []
  const free = (vends ?? []).filter((method) => !known.some(({ vendMethod }) => vendMethod === method))
  const [vendMethod, paymentMethod] = [free.find((method) => method === vend), payments?.find((method) => method === payment)]

  const save = (change: (stored: Mappings) => Mappings) =>
    mapping.mutate(change, {
      onSuccess: () => {
        setVend('')
        setPayment('')
        toastSuccess(t('mappingUpdated'))
      },
      onError: () => toastError(t('mappingNotUpdated')),
    })
  const choose = (label: string) => ({ value: '', label })
  return (
    <TitledCard title={t('mapping')}>
      {known.length === 0 ? (
        <Text c="dimmed">{pairs ? t('NO_MAPPINGS_FOUND') : error ? why(error).text : '…'}</Text>
      ) : (
        <ul className={classes.rows}>
          {known.map((pair) => (
            <li key={pair.vendMethod} className={classes.row}>
              <span>{t('mapped', { vend: t(`vendMethod.${pair.vendMethod}`), payment: t(`paymentMethod.${pair.paymentMethod}`) })}</span>
              <ActionIcon
                variant="subtle"
                color="red"
                size="xl"
                aria-label={t('removeMapping', { vend: t(`vendMethod.${pair.vendMethod}`) })}
                disabled={mapping.isPending}
                onClick={() => save((stored) => stored.filter((one) => one.vendMethod !== pair.vendMethod))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.pickers}>
        <NativeSelect
          label={t('vendMethodLabel')}
          value={vend}
          onChange={({ currentTarget: { value } }) => setVend(value)}
          data={[choose(t('choose')), ...free.map((value) => ({ value, label: t(`vendMethod.${value}`) }))]}
        />
        <NativeSelect
          label={t('paymentMethodLabel')}
          value={payment}
          onChange={({ currentTarget: { value } }) => setPayment(value)}
          data={[choose(t('choose')), ...(payments ?? []).map((value) => ({ value, label: t(`paymentMethod.${value}`) }))]}
        />
        <Button
          loading={mapping.isPending}
          disabled={!vendMethod || !paymentMethod || !pairs}
          onClick={() =>
            vendMethod &&
            paymentMethod &&
            save((stored) => [...stored.filter((one) => one.vendMethod !== vendMethod), { vendMethod, paymentMethod }])
          }
        >
          {t('add')}
        </Button>
      </div>
      <ErrorText text={mapping.errorText} />
    </TitledCard>
  )
}
