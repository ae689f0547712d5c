import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineRules, wholeIn } from '#app/components/change-draft.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { changeWarehouse } from '#app/data/warehouse.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { ProductCard } from '#contract/products.ts'
import { maySay } from '#domain/warehouse/change.ts'
import classes from './Warehouse.module.css'

/** Sets the quantity of one product in place. */
export function QuickSet({ product, quantity }: { product: ProductCard; quantity: number }) {
  const { t } = useTranslation('warehouse')
  const [typed, setTyped] = useState(String(quantity))
  const change = useKeyedMutation(changeWarehouse)
  const whole = wholeIn(typed, formats().locale)
  const isWrong = typed.trim() !== '' && (whole === null || (whole !== quantity && !maySay('SET', whole)))
  const save = () =>
    whole !== null &&
    change.mutate(
      { body: { type: 'SET', note: null, items: [{ productId: product.id, quantity: whole }] } },
      { onSuccess: () => toastSuccess(t('CHANGES_SAVED')), onError: () => toastError(t('machines:operationFailed')) },
    )
  return (
    <form
      className={classes.quick}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <NumberTextInput
        // A negative stock remains until it is counted.
        {...(quantity < 0 ? { ...lineRules('SET'), min: quantity } : lineRules('SET'))}
        className={classes.quickField ?? ''}
        aria-label={t('quick.of', { product: product.name })}
        value={typed}
        error={isWrong ? t(whole !== null && whole < 0 ? 'quick.negative' : 'quick.outside') : change.errorText}
        onChange={setTyped}
      />
      <Button
        type="submit"
        variant="light"
        aria-label={t('quick.set', { product: product.name })}
        loading={change.isPending}
        disabled={whole === null || isWrong || whole === quantity}
      >
        {t('quick.do')}
      </Button>
    </form>
  )
}
