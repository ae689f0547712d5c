import * as v from 'valibot'
import { PAYMENT_METHODS, VEND_METHODS } from '#domain/sales/transaction.ts'
import { endpoint } from './endpoint.ts'
import { MachineParams } from './machines.ts'

const VendMethod = v.picklist(VEND_METHODS)
const PaymentMethod = v.picklist(PAYMENT_METHODS)

/** How a machine's vends are booked, if it differs from the default. */
export const Mappings = v.pipe(
  v.array(v.object({ vendMethod: VendMethod, paymentMethod: PaymentMethod })),
  v.maxLength(VEND_METHODS.length),
  v.check((pairs) => new Set(pairs.map(({ vendMethod }) => vendMethod)).size === pairs.length, 'must not contain a vend method twice'),
)
export type Mappings = v.InferOutput<typeof Mappings>

export const getMappings = endpoint({
  name: 'getMappings',
  method: 'GET',
  path: '/machines/:id/transactions/mappings',
  who: 'manager',
  summary: 'Retrieve how vends of a machine are booked; methods that are absent use the default',
  params: MachineParams,
  answer: Mappings,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const setMappings = endpoint({
  name: 'setMappings',
  method: 'PUT',
  path: '/machines/:id/transactions/mappings',
  who: 'manager',
  summary: 'Set how vends of a machine are booked from now on',
  params: MachineParams,
  body: Mappings,
  answer: Mappings,
  keyed: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const vendMethods = endpoint({
  name: 'vendMethods',
  method: 'GET',
  path: '/vend-methods',
  who: 'manager',
  summary: 'List the payment methods that machines report',
  answer: v.array(VendMethod),
})

export const paymentMethods = endpoint({
  name: 'paymentMethods',
  method: 'GET',
  path: '/payment-methods',
  who: 'manager',
  summary: 'List the payment types that a vend may be booked as',
  answer: v.array(PaymentMethod),
})
