import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'

/** What stands for a secret in an answer. Sent back, it leaves the secret as it is. */
export const MASK = '••••••••'

const between = (least: number, most: number) => v.pipe(line(most), v.minLength(least, `must have at least ${least} characters`))
const Secret = between(2, 200)

/** What a form asks for, and what the server takes. */
export const BlikFields = v.object({
  apiKey: Secret,
  apiPassword: Secret,
  merchantSecurityCode: Secret,
  merchantId: between(1, 50),
  email: between(4, 100),
})
export type BlikFields = v.InferOutput<typeof BlikFields>

export const TerminalFields = v.object({ username: between(2, 50), password: between(2, 50) })
export type TerminalFields = v.InferOutput<typeof TerminalFields>

/** Empty where nothing is set; secrets are masked. `name`: the company's. */
const BlikCredentials = v.object({
  apiKey: v.string(),
  apiPassword: v.string(),
  merchantSecurityCode: v.string(),
  merchantId: v.string(),
  email: v.string(),
  name: v.string(),
})

const TerminalCredentials = v.object({ username: v.string(), password: v.string() })

export const blikCredentials = endpoint({
  name: 'blikCredentials',
  method: 'GET',
  path: '/blik/credentials',
  who: 'manager',
  summary: 'With which account the company takes BLIK payments; secrets are masked',
  answer: BlikCredentials,
})

export const setBlikCredentials = endpoint({
  name: 'setBlikCredentials',
  method: 'PUT',
  path: '/blik/credentials',
  who: 'manager',
  summary: 'Sets the BLIK account; a secret that is sent back masked stays as it is',
  /** A name is read, and stays what the company is called. */
  body: v.object({ ...BlikFields.entries, name: v.optional(line(200)) }),
  answer: BlikCredentials,
  keyed: true,
})

export const terminalCredentials = endpoint({
  name: 'terminalCredentials',
  method: 'GET',
  path: '/pep/credentials',
  who: 'manager',
  summary: 'With which account the company takes payments at terminals; the password is masked',
  answer: TerminalCredentials,
})

export const setTerminalCredentials = endpoint({
  name: 'setTerminalCredentials',
  method: 'PUT',
  path: '/pep/credentials',
  who: 'manager',
  summary: 'Sets the account of the payment terminals; a password that is sent back masked stays as it is',
  body: TerminalFields,
  answer: TerminalCredentials,
  keyed: true,
})

export const terminals = endpoint({
  name: 'terminals',
  method: 'GET',
  path: '/pep/devices',
  who: 'manager',
  summary: 'The numbers of the payment terminals that stand in machines',
  answer: v.array(v.string()),
})
