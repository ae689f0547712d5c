import { expect, test } from 'vitest'
import { payoutRows } from './payout-rows.ts'

const isPayout = (head: string, cell: string) => payoutRows(['id', head])(['1', cell])

test.each([
  [
    'reporting_category',
    ['payout', 'fee', 'transfer', 'payout_reversal', 'topup'],
    ['charge', 'refund', 'dispute', 'partial_capture_reversal'],
  ],
  ['Type', ['MerchantPayout', 'Fee', 'Balancetransfer', 'InvoiceDeduction'], ['Settled', 'Refunded', 'Chargeback', 'payment']],
  ['Transaktionsart', ['Auszahlung', 'Gebühr'], ['Zahlung', 'Verkauf', 'Rückerstattung']],
  ['Rodzaj operacji', ['Wypłata', 'Prowizja'], ['Płatność', 'Zwrot']],
  ['Type de transaction', ['Virement', 'Frais'], ['Paiement', 'Vente']],
  ['取引種別', ['入金', '手数料'], ['支払い', '売上']],
])('%s: payouts and fees are distinguished from payments', (head, payouts, payments) => {
  expect(payouts.filter((cell) => !isPayout(head, cell))).toEqual([])
  expect(payments.filter((cell) => isPayout(head, cell))).toEqual([])
})

test('a payment by bank transfer is a payment', () => {
  expect(['Payment method', 'Card type', 'Description', 'Status'].filter((head) => isPayout(head, 'Transfer'))).toEqual([])
})
