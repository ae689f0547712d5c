import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { PositionFields } from '#app/components/position/PositionFields.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Planning } from '#contract/planning.ts'
import { decimalsOf } from '#domain/money.ts'
import { PLANNING_LIMITS } from '#domain/rounds/planning.ts'
import classes from './Planning.module.css'
import { Part } from './PlanningPart.tsx'
import { changePlanning } from './planning.queries.ts'
import { inputOf, PlanningForm, type PlanningInput } from './planning-form.ts'
import { WorkingHours } from './WorkingHours.tsx'

/** The settings of the planner. Beside each empty field is the figure that is used instead. */
export function PlanningFields({ settings, derived }: Planning) {
  const { t } = useTranslation('planning')
  const { form, submitted } = useStoredForm(PlanningForm, inputOf(settings))
  const [field, toggle] = [useControlledField(form), useSwitchField(form)]
  const change = useKeyedMutation({ ...changePlanning, onSuccess: () => toastSuccess(t('settings:saved')) })
  const { money, number } = formats()
  const { currency } = getSession().account
  const decimals = decimalsOf(currency)
  const cost = { min: 0, max: PLANNING_LIMITS.cost, unit: currency }
  const learned = (minutes: number) => {
    const words = { minutes: number(minutes), count: derived.visits }
    return derived.visits > 0 ? t('visits.learned', words) : t('visits.usual', words)
  }
  const place = (position: Partial<PlanningInput>) => form.reset({ ...form.getValues(), ...position }, { keepDefaultValues: true })
  return (
    <Form
      form={form}
      onSubmit={(planned) => change.mutate(planned, { onSuccess: submitted() })}
      submit={t('settings:save')}
      mutation={change}
    >
      <div className={classes.columns}>
        <div>
          <Part title={t('night.title')} text={t('night.means')}>
            <Switch {...toggle('isNightly')} label={t('night.on')} />
            {form.watch('isNightly') && (
              <div className={classes.pair}>
                <NumberInput {...field('nightlyDays')} label={t('night.days')} min={1} max={PLANNING_LIMITS.days} step={1} />
              </div>
            )}
          </Part>
          <WorkingHours form={form} />
          <Part title={t('start.title')} text={t('start.text')}>
            <PositionFields
              name={t('start.name')}
              value={form.watch()}
              onChange={place}
              byHand={t('start.byHand')}
              around={derived.start}
            />
          </Part>
        </div>
        <div>
          <Part title={t('costs.title')} text={t('costs.text')}>
            <div className={classes.pair}>
              <NumberInput
                {...field('hourCost')}
                {...cost}
                label={t('costs.hour')}
                description={t('costs.empty', { amount: money(derived.hourCost) })}
                decimals={decimals}
                fixed
              />
              <NumberInput
                {...field('kilometreCost')}
                {...cost}
                label={t('costs.kilometre')}
                description={t('costs.empty', { amount: money(derived.kilometreCost) })}
                decimals={decimals + 1}
              />
            </div>
          </Part>
          <Part title={t('visits.title')}>
            <div className={classes.pair}>
              <NumberInput
                {...field('minutesAtMachine')}
                label={t('visits.fixed')}
                description={learned(derived.minutesAtMachine)}
                decimals={1}
                min={0}
                max={PLANNING_LIMITS.atMachine}
                unit={t('minutes')}
              />
              <NumberInput
                {...field('minutesPerPiece')}
                label={t('visits.perPiece')}
                description={learned(derived.minutesPerPiece)}
                decimals={3}
                min={0}
                max={PLANNING_LIMITS.perPiece}
                unit={t('minutes')}
              />
            </div>
          </Part>
          <Part title={t('cash.title')}>
            <div className={classes.pair}>
              <NumberInput
                {...field('cashBoxAmount')}
                {...cost}
                label={t('cash.amount')}
                description={
                  derived.cashBoxAmount === null ? t('cash.unknown') : t('cash.learned', { amount: money(derived.cashBoxAmount) })
                }
                decimals={decimals}
                fixed
              />
            </div>
          </Part>
        </div>
      </div>
    </Form>
  )
}
