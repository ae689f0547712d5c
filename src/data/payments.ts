import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/payments.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { answered } from './not-answered.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const once = () => ({ ...PATIENCE, headers: { 'idempotency-key': getSession().device.newId() } })

export const blikCredentials = () =>
  queryOptions({ queryKey: ['payments', 'blik'], gcTime: 0, queryFn: () => answered(call(contract.blikCredentials, {}, PATIENCE)) })
export const terminalCredentials = () =>
  queryOptions({ queryKey: ['payments', 'pep'], gcTime: 0, queryFn: () => answered(call(contract.terminalCredentials, {}, PATIENCE)) })
export const terminals = () =>
  queryOptions({
    queryKey: ['payments', 'terminals'],
    meta: { asks: ['devices'] },
    queryFn: () => answered(call(contract.terminals, {}, PATIENCE)),
  })

export const setBlikCredentials = (body: contract.BlikFields) => call(contract.setBlikCredentials, { body }, once())
export const setTerminalCredentials = (body: contract.TerminalFields) => call(contract.setTerminalCredentials, { body }, once())
