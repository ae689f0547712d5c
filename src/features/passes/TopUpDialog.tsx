import { Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useDraftForm } from '#app/components/form/use-draft-form.ts'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { formats } from '#app/data/formats.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastInfo, toastSuccess } from '#app/ui/toasts.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { BELOW_FUNDS, FUNDS_STEP, MAX_CREDIT, MIN_FUNDS } from '#domain/passes.ts'
import { amountField } from './amount.ts'
import { topUpPasses } from './passes.queries.ts'

const Draft = v.partial(v.object({ isRecurring: v.boolean(), funds: v.string() }))
const NOTHING: v.InferOutput<typeof Draft> = {}
const STORED = { isRecurring: true, funds: '' }
/** A top-up belongs to no machine. */
const OWN = 0

type Props = { opened: boolean; onClose(): void }

export function TopUpDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('passes')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('topUp')}>
      <TopUpForm onClose={onClose} />
    </FormDialog>
  )
}

/** Tops up every active card by its recurring credit, or by the same amount. */
function TopUpForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('passes')
  const format = formats()
  const { currency, decimals, money, number } = format
  const limits = { min: toDecimal(1, currency), max: toDecimal(toMinor(BELOW_FUNDS, currency) - 1, currency) }
  const schema = v.variant('isRecurring', [
    v.object({
      isRecurring: v.literal(true),
      funds: v.pipe(
        v.string(),
        v.transform(() => undefined),
      ),
    }),
    v.object({ isRecurring: v.literal(false), funds: amountField(format, limits.min, limits.max) }),
  ])
  const draft = useDraft(OWN, 'top-up', Draft, NOTHING)
  const form = useDraftForm<typeof STORED, v.InferOutput<typeof schema>>(draft, schema, STORED)
  const funds = useControlledField(form)('funds')
  const recurring = useSwitchField(form)('isRecurring')
  const mutation = useDraftMutation(draft, topUpPasses)
  const close = () => {
    draft.clear()
    onClose()
  }
  const save = ({ funds }: v.InferOutput<typeof schema>) =>
    mutation.mutate(funds === undefined ? {} : { funds }, {
      onSuccess: ({ toppedUp, capped, total }) => {
        toastSuccess(t('toppedUp', { count: toppedUp, shown: number(toppedUp), total: money(total) }))
        if (capped > 0) toastInfo(t('capped', { count: capped, shown: number(capped) }))
        close()
      },
      onError: () => toastError(t('machines:operationFailed')),
    })
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t('topUp')}
      mutation={mutation}
      isUnsettled={mutation.isUnsettled}
      onCancel={mutation.isUnsettled ? onClose : close}
      isStored
      isPrefilled
    >
      <Text>{t('topUpMeans', { most: money(MAX_CREDIT) })}</Text>
      <Switch {...recurring} label={t('recurring')} data-autofocus />
      <NumberTextInput
        {...funds}
        {...limits}
        label={t('funds')}
        disabled={recurring.checked}
        required={!recurring.checked}
        withAsterisk={false}
        decimals={decimals}
        fixed
        step={FUNDS_STEP}
        stepsFrom={MIN_FUNDS}
        unit={currency}
        rightSectionWidth={56}
        error={!recurring.checked && funds.value !== '' && funds.error ? t('fundsWrong', { below: money(BELOW_FUNDS) }) : null}
      />
    </Form>
  )
}
