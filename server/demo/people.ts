import type { Authority, CompanyRole } from '#domain/team/permissions.ts'
import { Chance } from './chance.ts'
import type { DemoCurrency } from './currencies.ts'
import type { Place } from './positions.ts'

type DemoUser = {
  login: string
  firstName: string
  lastName: string
  email: string | null
  companyRole: CompanyRole
  roles: Authority[]
}

/** `centre`: the machines are the closest ones. */
export type DemoCompany = {
  key: string
  name: string
  address: string
  postalCode: string
  city: string
  country: 'DE' | 'PL'
  currency: DemoCurrency
  locale: string
  timezone: string
  planName: 'STARTER' | 'CUSTOM'
  integrations: string[]
  centre: Place
  machines: number
  /** The key of the head office if this company is a branch, which is then written after it. */
  headOffice?: string
  users: DemoUser[]
}

/** `creditAmount` is in the company's currency. */
export type EmployeePass = { cardIdentifier: string; holderName: string; creditAmount: number; isActive: boolean }

function manager(company: string, login: string, firstName: string, lastName: string, also: Authority[] = []): DemoUser {
  const email = `${login}@${company}.example`
  return { login, firstName, lastName, email, companyRole: 'ROLE_MANAGER', roles: ['ROLE_MANAGER', ...also] }
}

function serviceman(company: string, login: string, firstName: string, lastName: string): DemoUser {
  const email = `${login}@${company}.example`
  return { login, firstName, lastName, email, companyRole: 'ROLE_EMPLOYEE', roles: ['ROLE_EMPLOYEE'] }
}

/** The company of the demo sign-ins: three rounds along the Neckar, south of Stuttgart. */
const halbzeit: DemoCompany = {
  key: 'halbzeit',
  name: 'Halbzeit Vending GmbH',
  address: 'Neckarstraße 12',
  postalCode: '72622',
  city: 'Nürtingen',
  country: 'DE',
  currency: 'EUR',
  locale: 'en-GB',
  timezone: 'Europe/Berlin',
  planName: 'STARTER',
  integrations: ['VENDING_TELEMETRY'],
  centre: { lat: 48.6556, lng: 9.356 },
  machines: 50,
  users: [
    manager('halbzeit', 'manager', 'Katharina', 'Brandt'),
    serviceman('halbzeit', 'serviceman', 'Jonas', 'Weber'),
    serviceman('halbzeit', 'serviceman-leyla', 'Leyla', 'Aydın'),
    serviceman('halbzeit', 'serviceman-marek', 'Marek', 'Nowotny'),
    manager('halbzeit', 'hq', 'Ursula', 'Steinmetz', ['ROLE_HQ_MANAGER']),
    manager('halbzeit', 'device', 'Tobias', 'Krämer', ['ROLE_DEVICE_MANAGER']),
    manager('halbzeit', 'admin', 'Henrike', 'Vogt', ['ROLE_SUPER_ADMIN']),
  ],
}

/** A competitor on the same server, whose data must be invisible to the first company. */
const przerwa: DemoCompany = {
  key: 'przerwa',
  name: 'Przerwa Vending Sp. z o.o.',
  address: 'ul. Długa 4',
  postalCode: '53-658',
  city: 'Wrocław',
  country: 'PL',
  currency: 'PLN',
  locale: 'pl-PL',
  timezone: 'Europe/Warsaw',
  planName: 'STARTER',
  integrations: ['VENDING_TELEMETRY'],
  centre: { lat: 51.1, lng: 17.033 },
  machines: 6,
  users: [manager('przerwa', 'rival', 'Małgorzata', 'Wiśniewska'), serviceman('przerwa', 'rival-serviceman', 'Paweł', 'Zieliński')],
}

/** A branch of the first company, far enough away to have its own machines. */
const branchOf = (
  head: DemoCompany,
  key: string,
  own: Pick<DemoCompany, 'name' | 'address' | 'postalCode' | 'city' | 'centre' | 'users'>,
): DemoCompany => ({
  ...head,
  ...own,
  key,
  machines: 4,
  headOffice: head.key,
})

const ulm = branchOf(halbzeit, 'halbzeit-ulm', {
  name: 'Halbzeit Ulm',
  address: 'Olgastraße 80',
  postalCode: '89073',
  city: 'Ulm',
  centre: { lat: 48.399, lng: 9.988 },
  users: [manager('halbzeit-ulm', 'manager-ulm', 'Renate', 'Kübler'), serviceman('halbzeit-ulm', 'serviceman-ulm', 'Emre', 'Yıldız')],
})

const karlsruhe = branchOf(halbzeit, 'halbzeit-karlsruhe', {
  name: 'Halbzeit Karlsruhe',
  address: 'Kaiserstraße 142',
  postalCode: '76133',
  city: 'Karlsruhe',
  centre: { lat: 49.009, lng: 8.404 },
  users: [
    manager('halbzeit-karlsruhe', 'manager-karlsruhe', 'Simon', 'Lechner'),
    serviceman('halbzeit-karlsruhe', 'serviceman-karlsruhe', 'Ana', 'Marković'),
  ],
})

export const DEMO_COMPANIES: readonly DemoCompany[] = [halbzeit, przerwa, ulm, karlsruhe]

export const servicemenOf = (company: DemoCompany): DemoUser[] => company.users.filter(({ companyRole }) => companyRole === 'ROLE_EMPLOYEE')

export const managersOf = (company: DemoCompany): DemoUser[] => company.users.filter(({ companyRole }) => companyRole === 'ROLE_MANAGER')

const FIRST_NAMES = {
  DE: [
    'Anna',
    'Ben',
    'Clara',
    'Deniz',
    'Elif',
    'Felix',
    'Greta',
    'Hannes',
    'Ida',
    'Jan',
    'Kerstin',
    'Lars',
    'Mira',
    'Nils',
    'Olga',
    'Philipp',
  ],
  PL: ['Agnieszka', 'Bartosz', 'Dorota', 'Ewa', 'Filip', 'Grażyna', 'Jakub', 'Łukasz', 'Michał', 'Natalia', 'Piotr', 'Zuzanna'],
}
const LAST_NAMES = {
  DE: [
    'Albrecht',
    'Bauer',
    'Demir',
    'Ehlers',
    'Fuchs',
    'Gärtner',
    'Hoffmann',
    'Jung',
    'König',
    'Lorenz',
    'Maier',
    'Petrović',
    'Roth',
    'Schäfer',
    'Vogel',
  ],
  PL: ['Adamczyk', 'Dąbrowicz', 'Górniak', 'Kaczmarek', 'Lis', 'Mazur', 'Pawlak', 'Sikora', 'Wójcik', 'Żak'],
}

/** Machines per serviceman in a demo of another size. */
const MACHINES_EACH = 50

/** The demo companies, with as many servicemen in the first one as its machines need. The named ones always exist. */
export function demoCompanies(machines: number): readonly DemoCompany[] {
  const [main, ...others] = DEMO_COMPANIES
  if (!main) return []
  const missing = Math.max(0, Math.ceil(machines / MACHINES_EACH) - servicemenOf(main).length)
  return [{ ...main, users: [...main.users, ...Array.from({ length: missing }, (_, index) => colleague(main.key, index))] }, ...others]
}

/** Distinct first names get the plain login, later ones a number: `serviceman-anna`, `serviceman-anna-2`. */
function colleague(company: string, index: number): DemoUser {
  const [firstNames, lastNames] = [FIRST_NAMES.DE, LAST_NAMES.DE]
  const [turn, place] = [Math.floor(index / firstNames.length), index % firstNames.length]
  const first = firstNames[place] ?? ''
  const last = lastNames[(place * 4 + turn) % lastNames.length] ?? ''
  const login = `serviceman-${first.toLowerCase()}`
  return serviceman(company, turn === 0 ? login : `${login}-${turn + 1}`, first, last)
}

/** Prepaid cards of employees for cashless payment at machines. */
export function passesOf(company: DemoCompany, seed: string): EmployeePass[] {
  const chance = new Chance(`${seed}/${company.key}/passes`)
  const byte = () => chance.whole(0, 255).toString(16).padStart(2, '0').toUpperCase()
  return Array.from({ length: company.machines * 2 }, () => ({
    cardIdentifier: `04${Array.from({ length: 6 }, byte).join('')}`,
    holderName: `${chance.pick(FIRST_NAMES[company.country])} ${chance.pick(LAST_NAMES[company.country])}`,
    creditAmount: chance.whole(0, 80) / 2,
    isActive: chance.happens(0.94),
  }))
}
