import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CHANGES_A_PAGE } from '#app/data/activity.ts'
import { COMPANIES_A_PAGE } from '#app/data/branches.ts'
import { DEVICES_A_REQUEST } from '#app/features/devices/devices.queries.ts'
import * as sizes from '#app/ui/page-sizes.ts'
import { listActivity, MAX_ACTIVITIES } from '#contract/activity.ts'
import { listCompanies } from '#contract/branches.ts'
import { listCashWithdraws } from '#contract/cash.ts'
import { ISSUES_A_PAGE, listIssues } from '#contract/issues.ts'
import { listPasses } from '#contract/passes.ts'
import { listLibrary } from '#contract/products.ts'
import { listPurchases, listSuppliers } from '#contract/purchases.ts'
import { listOrders } from '#contract/supplier-orders.ts'
import { listStoredProducts, listWarehouseChanges } from '#contract/warehouse.ts'

const { STANDARD_SIZE: standard } = sizes

test('every list has the specified page sizes and standard', () => {
  expect(COMPANIES_A_PAGE).toBe(50)
  expect([standard.passes, sizes.PASS_SIZES]).toEqual([50, [10, 20, 50, 100]])
  expect([standard.devices, sizes.DEVICE_SIZES, DEVICES_A_REQUEST]).toEqual([50, [25, 50, 100], 200])
  expect([standard.cash, sizes.SALES_SIZES]).toEqual([50, [10, 15, 20, 25, 50, 100]])
  expect(sizes.PRODUCT_SALES_A_PAGE).toBe(50)
  expect([standard.stored, sizes.STORED_SIZES]).toEqual([10, [10, 25, 50, 100, 500]])
  expect(ISSUES_A_PAGE).toBe(100)
  expect(CHANGES_A_PAGE).toBe(100)
  expect([sizes.EVENTS_A_PAGE, MAX_ACTIVITIES]).toEqual([50, 200])
  expect([standard.lists, sizes.LIST_SIZES]).toEqual([100, [10, 25, 50, 100]])
})

test.each([
  ['companies', listCompanies, 50],
  ['passes', listPasses, 50],
  ['cash withdrawals', listCashWithdraws, 50],
  ['stock of the warehouse', listStoredProducts, 10],
  ['issues', listIssues, 100],
  ['events', listActivity, 50],
  ['suppliers', listSuppliers, 100],
  ['purchases', listPurchases, 100],
  ['orders', listOrders, 100],
  ['changes of the warehouse', listWarehouseChanges, 100],
  ['library', listLibrary, 500],
])('a request for %s without a size gets the standard', (_list, { query }, size) => {
  expect(v.parse(query as v.GenericSchema<unknown, { size: number | string }>, {})).toMatchObject({ size })
})

test('the library is sorted by name', () => {
  expect(v.parse(listLibrary.query, {})).toMatchObject({ sort: 'name' })
})
