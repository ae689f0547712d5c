import { Badge, Button, Group, Select, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import type { Slot } from '#app/data/slots.ts'
import type { Place } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import type { ProductId } from '#domain/ids.ts'
import { MAX_UNITS } from '#domain/units.ts'
import classes from './IngredientsCard.module.css'
import { setIngredients } from './planogram.queries.ts'

type Props = { machine: MachineCard; places: readonly Place[]; slots: readonly Slot[]; products: readonly Product[]; canEdit: boolean }

/** The canisters of a coffee machine with their maximum, and the missing ingredients of its drinks. */
export function IngredientsCard({ machine, places, slots, products, canEdit }: Props) {
  const { t } = useTranslation('stock')
  const { amount } = formats()
  const [typed, setTyped] = useState<ReadonlyMap<ProductId, number | null>>(new Map())
  const change = useKeyedMutation(setIngredients(machine.id))
  useDirtyForm(typed.size > 0)
  const there = new Set(places.map(({ productId }) => productId))
  const drinks = products.filter(({ id }) => slots.some(({ productId }) => productId === id))
  const needed = new Set(drinks.flatMap(({ ingredients }) => ingredients.map(({ id }) => id)))
  const lacking = products.filter(({ id }) => !there.has(id) && (needed.has(id) || typed.has(id)))
  const others = products.filter(
    ({ id, packaging, deleted }) => packaging === 'INGREDIENT' && !deleted && !there.has(id) && !lacking.some((one) => one.id === id),
  )
  const type = (id: ProductId, value: number | null, stands: number | null | undefined) =>
    // What is being saved will be stored, so another value differs from it even if it is the stored one.
    setTyped((known) =>
      value === stands && !change.isPending ? new Map([...known].filter(([one]) => one !== id)) : new Map(known).set(id, value),
    )
  const save = () => {
    const sent = typed
    change.mutate(
      { body: [...typed].map(([productId, maxQuantity]) => ({ productId, maxQuantity })) },
      {
        onSuccess: () => {
          // What was typed since stays.
          setTyped((known) => new Map([...known].filter(([id, value]) => !sent.has(id) || sent.get(id) !== value)))
          toastSuccess(t('CHANGES_SAVED'))
        },
        onError: () => toastError(t('SAVE_ERROR')),
      },
    )
  }
  const field = ({ id, name, volumeType }: Pick<Product, 'id' | 'name' | 'volumeType'>, stands: number | null | undefined) => (
    <NumberInput
      aria-label={t('products.maximumOfIngredient', { product: name })}
      className={classes.figure}
      min={0}
      max={MAX_UNITS}
      unit={t(`products.unit.${volumeType}`)}
      value={(typed.has(id) ? typed.get(id) : stands) ?? null}
      onChange={(value) => type(id, value, stands)}
    />
  )
  return (
    <Card>
      <Title order={2} mb="sm">
        {t('products.ingredients')}
      </Title>
      {places.length === 0 && lacking.length === 0 ? (
        <Text c="dimmed">{t('products.noIngredients')}</Text>
      ) : (
        <Table aria-label={t('products.ingredientsCaption', { machine: machine.name })} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('products.ingredient')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('products.now')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('products.maximum')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {places.map(({ productInstallationId, product, currentQuantity, maxQuantity }) => (
              <Table.Tr key={productInstallationId} data-changed={typed.has(product.id) || undefined}>
                <Table.Td>
                  <OpenProduct product={product} />
                </Table.Td>
                <Table.Td ta="end">{amount(currentQuantity, product.volumeType)}</Table.Td>
                <Table.Td className={classes.maximum}>
                  {canEdit ? field(product, maxQuantity) : maxQuantity === null ? '–' : amount(maxQuantity, product.volumeType)}
                </Table.Td>
              </Table.Tr>
            ))}
            {canEdit &&
              lacking.map((product) => (
                <Table.Tr key={product.id} data-changed={typed.has(product.id) || undefined}>
                  <Table.Td>
                    <OpenProduct product={product} />{' '}
                    <Badge size="sm" variant="light" color="orange">
                      {t('products.notThere')}
                    </Badge>
                  </Table.Td>
                  <Table.Td ta="end">–</Table.Td>
                  <Table.Td className={classes.maximum}>{field(product, undefined)}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
      {canEdit && (
        <Group justify="space-between" mt="md" gap="sm">
          {others.length > 0 ? (
            <Select
              className={classes.add}
              aria-label={t('products.addIngredient')}
              placeholder={t('products.addIngredient')}
              searchable
              data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={null}
              onChange={(value) => value && setTyped((known) => new Map(known).set(Number(value), null))}
            />
          ) : (
            <span />
          )}
          {typed.size > 0 && (
            <Button size="md" loading={change.isPending} disabled={[...typed.values()].some(Number.isNaN)} onClick={save}>
              {t('products.saveIngredients', { count: typed.size })}
            </Button>
          )}
        </Group>
      )}
      <ErrorText text={change.errorText} />
    </Card>
  )
}
