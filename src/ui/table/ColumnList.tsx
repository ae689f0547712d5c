import { ActionIcon, Checkbox, SegmentedControl, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnList.module.css'
import { DENSITIES, type Density } from './use-column-choice.ts'

type Props = {
  order: readonly string[]
  onOrder(order: string[]): void
  hideable: readonly string[]
  labelOf(column: string): string
  isShown(column: string): boolean
  onShow(column: string, isShown: boolean): void
  density: Density
  onDensity(density: Density): void
}

/** The columns of a table: which are shown, and their order, which is changed by dragging or with buttons; and the height of its rows. */
export function ColumnList({ order, onOrder, hideable, labelOf, isShown, onShow, density, onDensity }: Props) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string | null>(null)
  const move = (id: string, to: number) => onOrder(order.filter((other) => other !== id).toSpliced(to, 0, id))
  return (
    <>
      <SegmentedControl
        fullWidth
        className={classes.density ?? ''}
        aria-label={t('table.density')}
        value={density}
        onChange={(value) => onDensity(DENSITIES.find((one) => one === value) ?? 'comfortable')}
        data={DENSITIES.map((value) => ({ value, label: t(`table.${value}`) }))}
      />
      <ul className={classes.list}>
        {order.map((id, index) => (
          <li
            key={id}
            className={classes.item}
            draggable
            data-dragged={dragged === id || undefined}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== id) move(dragged, index)
            }}
          >
            {hideable.includes(id) ? (
              <Checkbox
                className={classes.name ?? ''}
                label={labelOf(id)}
                checked={isShown(id)}
                onChange={({ currentTarget: { checked } }) => onShow(id, checked)}
              />
            ) : (
              <Text className={classes.name ?? ''}>{labelOf(id)}</Text>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={index === 0}
              aria-label={t('table.moveUp', { column: labelOf(id) })}
              onClick={() => move(id, index - 1)}
            >
              <IconChevronUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={index === order.length - 1}
              aria-label={t('table.moveDown', { column: labelOf(id) })}
              onClick={() => move(id, index + 1)}
            >
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  )
}
