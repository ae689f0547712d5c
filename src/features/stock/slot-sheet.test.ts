import { describe, expect, test } from 'vitest'
import { aMachineCard } from '../../../tests/support/machine-card.ts'
import { sheetOf } from './slot-sheet.ts'

const water = { id: 7, sku: 'W', name: 'Water', volume: 500, volumeType: 'MILLILITRE', packaging: 'BOTTLE', deleted: false } as const
const beans = { ...water, id: 9, sku: 'B', name: 'Beans', volumeType: 'GRAM', packaging: 'INGREDIENT' } as const
const machine = aMachineCard({ address: 'Main Street 1' })
const labels = { slot: '', product: '', price: '', maximum: '', quantity: '', missing: '', page: '', ingredients: '' }
const slot = (slotNumber: string, productInstallationId: number | null, vendPrice: number | null) => ({
  slotId: Number(slotNumber),
  slotNumber,
  productId: productInstallationId === null ? null : water.id,
  maxQuantity: 10,
  vendPrice,
  productInstallationId,
})
const place = {
  productInstallationId: 40,
  productId: 7,
  product: water,
  slotId: 2,
  slotNumber: '2',
  maxQuantity: 10,
  currentQuantity: 4,
  currentShortage: 6,
  selling: null,
}
const canister = {
  ...place,
  productInstallationId: 90,
  productId: 9,
  product: beans,
  slotId: null,
  slotNumber: null,
  maxQuantity: 3000,
  currentQuantity: 1200,
  currentShortage: 1800,
  selling: null,
}
const account = { locale: 'de-DE', currency: 'EUR', timezone: 'Europe/Berlin', companyName: 'Northern Vending' }
const content = {
  machine,
  slots: [slot('10', null, null), slot('2', 40, 1.5)],
  places: [place, canister],
  products: new Map([[7, water]]),
  labels,
  language: 'de',
}

describe('the slot list made on the phone', () => {
  const sheet = sheetOf(content, account, Date.UTC(2026, 0, 31, 23, 30))

  test('lists the slots in the order of the machine', () => {
    expect(sheet.rows.map(({ slotNumber }) => slotNumber)).toEqual(['2', '10'])
  })

  test('leaves missing values blank', () => {
    expect(sheet.rows[1]).toMatchObject({ product: '', price: '', currentQuantity: '', missing: '' })
  })

  test('formats numbers, money and units as the account does', () => {
    expect(sheet.rows[0]).toMatchObject({ currentQuantity: '4', missing: '6' })
    expect(sheet.rows[0]?.price).toMatch(/^1,50\s€$/)
    expect(sheet.ingredients?.[0]?.missing).toMatch(/^1\.800\sg$/)
  })

  test('has the formats of a screen in another language', () => {
    const english = sheetOf({ ...content, language: 'en' }, account, Date.UTC(2026, 0, 31, 23, 30))
    expect(english.printedAt).toBe('1 Feb 2026, 00:30')
    expect(english.rows[0]?.price).toMatch(/^1,50\s€$/)
  })

  test('is dated in the company’s time zone, not the phone’s', () => {
    expect(sheet.printedAt).toContain('01.02.2026')
    expect(sheet.subtitle).toBe('Northern Vending · Main Street 1')
  })
})
