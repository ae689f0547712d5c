import { v5 } from 'uuid'
import { expect, test } from 'vitest'
import { saleId } from './imports.store.ts'

// Servers of two versions, and a retry after an upgrade, must derive the same ids.
test('the id of an imported sale is the UUID version 5 of its row', () => {
  const importId = '7a1f5f0e-8f0c-4f7e-9d0b-6f5f8f0b2a11'
  for (let row = 0; row < 2_000; row++)
    expect(saleId(importId, row * 613, row % 7)).toBe(v5(`${importId}|${row * 613}|${row % 7}`, '0f6c2b0e-6f0d-4a53-9c55-2f1f4f6f0b11'))
})
