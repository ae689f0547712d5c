import { ActionIcon, Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { deleteCommission, machineCommissions, setCommissions } from '#app/data/commissions.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import type { MachineCommission } from '#contract/commissions.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import { CommissionForm } from './CommissionForm.tsx'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

/** What the company pays for the site of a machine, from which day on. */
export function CommissionCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('commissions')
  const { calendarDate } = formats()
  const why = useWhyNot()
  const wordsOf = useCommissionWords()
  const [isOpen, setOpen] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const { data: commissions, error } = useQuery(machineCommissions(machineId))
  const removing = useKeyedMutation(deleteCommission(machineId))
  // The undo is offered on other pages too, which do not show the error of this card.
  const restoring = useKeyedMutation({
    ...setCommissions,
    onSuccess: () => toastSuccess(t('restored')),
    onError: (error) => toastError(why(error).text),
  })
  const remove = (commission: MachineCommission) =>
    removing.mutate(
      { validFrom: commission.validFrom },
      {
        onSuccess: () => {
          toastWithUndo(t('removed'), () => restoring.mutate({ machineIds: [machineId], ...commission }))
          // The button that was pressed disappears with its row.
          changeButton.current?.focus()
        },
      },
    )
  const today = isoDay(dayOf(Date.now(), getSession().account.timezone))
  const present = commissions?.find(({ validFrom }) => validFrom <= today)
  return (
    <TitledCard title={t('title')}>
      {!commissions || commissions.length === 0 ? (
        <Text c="dimmed">{commissions ? t('none') : error ? why(error).text : '…'}</Text>
      ) : (
        <ul className={classes.rows}>
          {commissions.map((one) => (
            <li key={one.validFrom} className={classes.row}>
              <span>
                <Text span fw={one === present ? 600 : 400}>
                  {wordsOf(one)}
                </Text>
                <br />
                <Text span size="sm" c="dimmed">
                  {t('from', { day: calendarDate(new Date(one.validFrom)) })}
                </Text>
              </span>
              <ActionIcon
                variant="subtle"
                color="red"
                size="xl"
                aria-label={t('remove', { day: calendarDate(new Date(one.validFrom)) })}
                disabled={removing.isPending || restoring.isPending}
                onClick={() => remove(one)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        <Button ref={changeButton} variant="default" size="md" disabled={!commissions} onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      </div>
      <ErrorText text={removing.errorText} />
      <FormDialog opened={isOpen} title={t('title')} onClose={() => setOpen(false)}>
        <CommissionForm
          machineIds={[machineId]}
          present={present}
          onCancel={() => setOpen(false)}
          onSaved={() => {
            toastSuccess(t('saved'))
            setOpen(false)
          }}
        />
      </FormDialog>
    </TitledCard>
  )
}

/** A commission in words: 15% of the turnover without VAT + €20.00 a month. */
function useCommissionWords() {
  const { t } = useTranslation('commissions')
  const { money, number } = formats()
  return ({ percent, base, monthly }: MachineCommission): string => {
    const parts = [
      ...(percent > 0 ? [t(`words.${base}`, { percent: number(percent) })] : []),
      ...(monthly > 0 ? [t('words.monthly', { amount: money(monthly) })] : []),
    ]
    return parts.length > 0 ? parts.join(' + ') : t('ended')
  }
}
