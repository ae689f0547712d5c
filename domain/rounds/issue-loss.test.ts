import { describe, expect, test } from 'vitest'
import { issueLoss, type OpenIssue } from './issue-loss.ts'

const MACHINE = { margin: 2_000, price: 150 }
const issue = (values: Partial<OpenIssue> = {}): OpenIssue => ({
  type: 'OTHER',
  cause: null,
  isOutOfOrder: false,
  slotMargin: null,
  ...values,
})

describe('loss by open reports', () => {
  test.each([
    ['none', [], 0],
    ['a request of a product', [issue({ type: 'PRODUCT_REQUEST' })], 0],
    ['a small problem', [issue()], 200],
    ['a card reader that fails', [issue({ type: 'PAYMENT_PROBLEM', cause: 'CARD_READER' })], 1_000],
    ['a motor of the best slot', [issue({ cause: 'MOTOR', slotMargin: 700 })], 700],
    ['a warm machine', [issue({ cause: 'TEMPERATURE' })], 2_000],
    ['a machine out of order', [issue({ type: 'MACHINE_OUT_OF_SERVICE', isOutOfOrder: true })], 2_000],
    ['more than one, at most the margin', [issue({ isOutOfOrder: true }), issue(), issue()], 2_000],
  ])('%s', (_, issues, loss) => {
    expect(issueLoss(issues, MACHINE)).toBe(loss)
  })

  test('a machine without sales counts as half a usual one', () => {
    expect(issueLoss([issue({ isOutOfOrder: true })], { margin: 0, price: 150 })).toBe(750)
  })
})
