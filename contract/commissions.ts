import * as v from 'valibot'
import { hasDecimals } from '#domain/products/product-limits.ts'
import { COMMISSION_BASES, MAX_COMMISSION_PERCENT } from '#domain/sales/commission.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, Integer, QueryId } from './fields.ts'
import { MachineIds, MachineParams } from './machines.ts'
import { inCurrency, inPercent, Money, Percent } from './units.ts'

/**
 * What the company pays for the site of a machine from a day of the company on, until the next commission. `percent` is a share of the
 * turnover, with or without tax by `base`; `monthly` an amount per month, which counts by days. Both 0: no commission any more.
 */
export const MachineCommission = v.object({
  validFrom: v.string(),
  percent: Percent,
  base: v.picklist(COMMISSION_BASES),
  monthly: Money,
})
export type MachineCommission = v.InferOutput<typeof MachineCommission>

const WrittenPercent = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_COMMISSION_PERCENT),
  v.check((percent) => hasDecimals(percent, 2), 'must have two decimals at most'),
  inPercent,
)

export const machineCommissions = endpoint({
  name: 'machineCommissions',
  method: 'GET',
  path: '/machines/:id/commissions',
  who: 'manager',
  summary: 'List the commissions of the site of a machine, latest first',
  params: MachineParams,
  answer: v.array(MachineCommission),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const setCommissions = endpoint({
  name: 'setCommissions',
  method: 'POST',
  path: '/machines/commissions',
  who: 'manager',
  summary:
    'Set the commission of the sites of machines from a day on, until their next one: all of them or none. Replaces a commission from the same day. Returns the machines that changed',
  body: v.object({
    machineIds: MachineIds,
    validFrom: CalendarDay,
    percent: WrittenPercent,
    base: v.picklist(COMMISSION_BASES),
    monthly: v.pipe(v.number(), v.minValue(0), inCurrency),
  }),
  answer: v.object({ changed: v.array(Integer) }),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const deleteCommission = endpoint({
  name: 'deleteCommission',
  method: 'DELETE',
  path: '/machines/:id/commissions/:validFrom',
  who: 'manager',
  summary: 'Delete the commission of a machine from a day; the previous one then applies instead. Returns those that remain',
  params: v.object({ id: QueryId, validFrom: CalendarDay }),
  answer: v.array(MachineCommission),
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND', 'COMMISSION_NOT_FOUND'],
})
