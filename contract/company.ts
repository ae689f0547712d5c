import * as v from 'valibot'
import { COUNTRIES, CURRENCIES, LOCALES } from '#domain/locales.ts'
import { minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { line, personalName } from './fields.ts'

export const Company = v.object({
  name: v.string(),
  legalName: v.string(),
  taxId: v.nullable(v.string()),
  address: v.nullable(v.string()),
  postalCode: v.nullable(v.string()),
  city: v.nullable(v.string()),
  country: v.nullable(v.string()),
  currency: v.string(),
  locale: v.string(),
  plan: v.string(),
})
export type Company = v.InferOutput<typeof Company>

/** The fields that managers edit, with the same rules in the form and on the server. An empty text is stored as null. */
export const CompanyFields = v.object({
  name: v.pipe(personalName(50), minCharacters(2, 'COMPANY_NAME_LENGTH')),
  legalName: v.pipe(personalName(50), v.nonEmpty('LEGAL_NAME_REQUIRED')),
  taxId: line(20),
  address: line(50),
  postalCode: line(12),
  city: line(30),
  country: v.picklist(COUNTRIES, 'CHOOSE_ONE'),
  currency: v.picklist(CURRENCIES, 'CHOOSE_ONE'),
  locale: v.picklist(LOCALES, 'CHOOSE_ONE'),
})
export type CompanyFields = v.InferOutput<typeof CompanyFields>

const { taxId, address, postalCode, city } = CompanyFields.entries

export const company = endpoint({
  name: 'company',
  method: 'GET',
  path: '/company',
  who: 'anyone',
  summary: 'Retrieve the company',
  answer: Company,
})

export const changeCompany = endpoint({
  name: 'changeCompany',
  method: 'PATCH',
  path: '/company',
  who: 'manager',
  summary: 'Update the company; absent fields stay unchanged, and amounts are not converted to another currency',
  /** Null, as in the response, clears a field. */
  body: v.partial(
    v.object({
      ...CompanyFields.entries,
      taxId: v.nullable(taxId),
      address: v.nullable(address),
      postalCode: v.nullable(postalCode),
      city: v.nullable(city),
    }),
  ),
  answer: Company,
  keyed: true,
  refusals: ['CURRENCY_IN_USE'],
})
