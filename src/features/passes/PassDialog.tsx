import { valibotResolver } from '@hookform/resolvers/valibot'
import { Switch, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { type Pass, PassBody } from '#contract/passes.ts'
import { writeNumber } from '#domain/numbers.ts'
import { CARD_LENGTH, HOLDER_LENGTH, MAX_CREDIT, MAX_RECURRING } from '#domain/passes.ts'
import { amountField } from './amount.ts'
import classes from './Passes.module.css'
import { addPass, changePass } from './passes.queries.ts'

type Props = { pass: Pass | null; onClose(): void }

export function PassDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('passes')
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t(props.pass ? 'edit' : 'add')}>
      <PassForm key={props.pass?.cardIdentifier ?? ''} {...props} />
    </FormDialog>
  )
}

/** A card with its holder and its credit. The number of an existing card cannot change. */
function PassForm({ pass, onClose }: Props) {
  const { t } = useTranslation('passes')
  const format = formats()
  const { currency, decimals, locale, money } = format
  const amount = (value: number) => writeNumber(value, locale, { decimals, fixed: true })
  const schema = v.object({
    cardIdentifier: pass ? v.string() : PassBody.entries.cardIdentifier,
    holderName: PassBody.entries.holderName,
    credit: amountField(format, 0, MAX_CREDIT),
    recurring: amountField(format, 0, MAX_RECURRING),
    isActive: v.boolean(),
  })
  const form = useForm({
    resolver: valibotResolver(schema),
    mode: 'onTouched',
    defaultValues: {
      cardIdentifier: pass?.cardIdentifier ?? '',
      holderName: pass?.holderName ?? '',
      credit: pass ? amount(pass.creditAmount) : '',
      recurring: amount(pass?.recurringCreditAmount ?? 0),
      isActive: pass?.isActive ?? true,
    },
  })
  const field = useField(form)
  const controlled = useControlledField(form)
  const switchField = useSwitchField(form)
  const callbacks = {
    onSuccess: () => {
      toastSuccess(t(pass ? 'saved' : 'created'))
      onClose()
    },
    onError: () => toastError(t('machines:operationFailed')),
  }
  const addition = useKeyedMutation({ ...addPass, ...callbacks })
  const change = useKeyedMutation({ ...changePass, ...callbacks })
  const save = ({ cardIdentifier, credit, recurring, ...rest }: v.InferOutput<typeof schema>) => {
    const fields = { ...rest, recurringCreditAmount: recurring }
    if (!pass) return addition.mutate({ ...fields, cardIdentifier, creditAmount: credit })
    // An unedited credit is not sent, because it may have changed meanwhile.
    const edited = form.formState.dirtyFields.credit ? { creditAmount: credit, creditBefore: pass.creditAmount } : {}
    change.mutate({ card: pass.cardIdentifier, ...changedFields(fields, pass), ...edited })
  }
  const amountInput = (name: 'credit' | 'recurring', max: number) => {
    const { error, ...input } = controlled(name)
    return {
      ...input,
      // The field itself describes an invalid number.
      error: input.value.trim() === '' ? error : undefined,
      required: true,
      withAsterisk: false,
      description: t('between', { from: money(0), to: money(max) }),
      decimals,
      fixed: true,
      min: 0,
      max,
      unit: currency,
      rightSectionWidth: 44,
    }
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t('save')}
      mutation={pass ? change : addition}
      isUnsettled={addition.isUnsettled || change.isUnsettled}
      onCancel={onClose}
    >
      <TextInput
        {...field('cardIdentifier')}
        required
        label={t('column.cardIdentifier')}
        description={pass ? t('fixed') : t('wrongCard')}
        readOnly={pass !== null}
        maxLength={CARD_LENGTH.most}
        data-autofocus={pass ? undefined : true}
      />
      <TextInput
        {...field('holderName')}
        required
        label={t('column.holderName')}
        maxLength={HOLDER_LENGTH}
        data-autofocus={pass ? true : undefined}
      />
      <div className={classes.pair}>
        <NumberTextInput {...amountInput('credit', MAX_CREDIT)} label={t('column.creditAmount')} />
        <NumberTextInput {...amountInput('recurring', MAX_RECURRING)} label={t('column.recurringCreditAmount')} />
      </div>
      <Switch {...switchField('isActive')} label={t('column.isActive')} description={t('activeMeans')} />
    </Form>
  )
}
