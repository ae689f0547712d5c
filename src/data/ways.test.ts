import { expect, it } from 'vitest'
import type { Account } from '#contract/account.ts'
import { waysOf } from './ways.ts'

const ways = (companyRole: Account['companyRole'], companyIntegrations: string[]) => waysOf({ companyRole, companyIntegrations })

it('leads to shortages, in the area of each role', () => {
  expect(ways('ROLE_MANAGER', ['VENDING_TELEMETRY']).visit(7)).toMatchObject({ to: '/dashboard/shortages', search: { machine: 7 } })
  expect(ways('ROLE_EMPLOYEE', ['VENDING_TELEMETRY']).visit(7)).toMatchObject({
    to: '/dashboard/serviceman/machines/$machineId/shortages',
    params: { machineId: '7' },
  })
})

it.each(['ROLE_MANAGER', 'ROLE_EMPLOYEE'] as const)('leads a %s of a company without telemetry to the machine', (role) => {
  const { visit, machine, shortages, allShortages } = ways(role, ['CASHLESS'])
  expect(visit(7)).toEqual(machine(7))
  expect([shortages, allShortages]).toEqual([null, null])
})
