import { expect, test } from 'vitest'
import { productLabels } from './product-labels.ts'

const product = (id: number, name: string, volume: number) => ({ id, name, sku: `P${id}`, volume, volumeType: 'MILLILITRE' as const })

test('equal names are distinguished by volume, then by article number', () => {
  const products = [
    product(1, 'Cola', 330),
    product(2, 'Cola', 500),
    product(3, 'Water', 500),
    product(4, 'Tea', 330),
    product(5, 'Tea', 330),
  ]
  expect([...productLabels(products, (volume) => `${volume} ml`).values()]).toEqual([
    'Cola 330 ml',
    'Cola 500 ml',
    'Water',
    'Tea 330 ml · P4',
    'Tea 330 ml · P5',
  ])
})
