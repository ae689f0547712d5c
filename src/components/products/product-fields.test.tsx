// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as data from '#app/data/formats.ts'
import { formatsOf } from '#domain/formats.ts'
import { problemsOf, type TypedProduct } from '#domain/products/product-rules.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import products from '../../locales/en/products.json' with { type: 'json' }
import { NumberLocale } from '../../ui/number-fields.ts'
import { ProductFields } from './ProductFields.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, products } } })
  const gb = formatsOf({ locale: 'en-GB', currency: 'EUR', timezone: 'Europe/Berlin' })
  vi.spyOn(data, 'formats').mockReturnValue(gb)
})
afterEach(cleanup)

function Product() {
  const [typed, setTyped] = useState<TypedProduct>({
    name: 'Cola',
    volume: 330,
    volumeType: 'MILLILITRE',
    packaging: 'CAN',
    tax: 19,
    lastCost: 0,
    ingredients: [],
  })
  const problems = problemsOf(typed, { currency: 'EUR' })
  return <ProductFields typed={typed} before={undefined} problems={problems} products={[]} takenCode={null} onChange={setTyped} />
}

it.each([
  ['Volume', '50001', 'At most 50000'],
  ['Volume', '0', 'At least 1'],
  ['Last cost', '-1', 'At least 0'],
  ['Last cost', '1000', 'At most 999.99'],
  ['Tax', '101', 'From 0 to 100 %'],
])('%s %s shows the limit that it breaks', (label, text, words) => {
  render(
    <MantineProvider env="test">
      <NumberLocale value="en-GB">
        <Product />
      </NumberLocale>
    </MantineProvider>,
  )
  const field = screen.getByRole('textbox', { name: label })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
  expect(screen.getByText(words)).toBeTruthy()
})
