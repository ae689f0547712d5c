import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineRules, wholeIn } from '#app/components/change-draft.ts'
import { useAsking } from '#app/components/use-asking.ts'
import { getSession } from '#app/data/device.ts'
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
  const client = useQueryClient()
  const [typed, setTyped] = useState(String(quantity))
  // A retry after a lost response uses the same key until the input changes.
  const [key, setKey] = useState(() => getSession().device.newId())
  const { isBusy, trouble, ask } = useAsking()
  const renew = () => setKey(getSession().device.newId())
  const whole = wholeIn(typed, formats().locale)
  const isWrong = typed.trim() !== '' && (whole === null || (whole !== quantity && !maySay('SET', whole)))
  const save = async () => {
    if (whole === null) return
    const items = [{ productId: product.id, quantity: whole }]
    if (!(await ask(() => changeWarehouse({ type: 'SET', note: null, items }, key), renew)))
      return toastError(t('machines:operationFailed'))
    renew()
    await client.invalidateQueries({ queryKey: ['warehouse'] })
    toastSuccess(t('CHANGES_SAVED'))
  }
  return (
    <form
      className={classes.quick}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NumberTextInput
        // A negative stock remains until it is counted.
        {...(quantity < 0 ? { ...lineRules('SET'), min: quantity } : lineRules('SET'))}
        className={classes.quickField ?? ''}
        aria-label={t('quick.of', { product: product.name })}
        value={typed}
        error={isWrong ? t(whole !== null && whole < 0 ? 'quick.negative' : 'quick.outside') : trouble}
        onChange={(value) => {
          setTyped(value)
          renew()
        }}
      />
      <Button
        type="submit"
        variant="light"
        aria-label={t('quick.set', { product: product.name })}
        loading={isBusy}
        disabled={whole === null || isWrong || whole === quantity}
      >
        {t('quick.do')}
      </Button>
    </form>
  )
}
