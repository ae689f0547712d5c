import * as v from 'valibot'
import { minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'

/** Replaces a secret in a response. If it is sent back, the secret stays unchanged. */
export const MASK = '••••••••'

const between = (least: number, most: number) =>
  v.pipe(line(most), minCharacters(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`))
const Secret = between(2, 200)

/** The fields of the form and of the request. */
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

/** Empty if nothing is set; secrets are masked. `name` is the company's. */
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
  summary: 'Retrieve the BLIK account of the company; secrets are masked',
  answer: BlikCredentials,
})

export const setBlikCredentials = endpoint({
  name: 'setBlikCredentials',
  method: 'PUT',
  path: '/blik/credentials',
  who: 'manager',
  summary: 'Set the BLIK account; a masked secret stays unchanged',
  /** A name is accepted, but does not change the company's name. */
  body: v.object({ ...BlikFields.entries, name: v.optional(line(200)) }),
  answer: BlikCredentials,
  keyed: true,
})

export const terminalCredentials = endpoint({
  name: 'terminalCredentials',
  method: 'GET',
  path: '/pep/credentials',
  who: 'manager',
  summary: 'Retrieve the account of the payment terminals; the password is masked',
  answer: TerminalCredentials,
})

export const setTerminalCredentials = endpoint({
  name: 'setTerminalCredentials',
  method: 'PUT',
  path: '/pep/credentials',
  who: 'manager',
  summary: 'Set the account of the payment terminals; a masked password stays unchanged',
  body: TerminalFields,
  answer: TerminalCredentials,
  keyed: true,
})

export const terminals = endpoint({
  name: 'terminals',
  method: 'GET',
  path: '/pep/devices',
  who: 'manager',
  summary: 'List the numbers of the payment terminals in machines',
  answer: v.array(v.string()),
})
