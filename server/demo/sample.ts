import type { CompanyId } from '#domain/ids.ts'
import type { DemoCurrency } from './currencies.ts'
import { DEMO_COMPANIES, type DemoCompany } from './people.ts'
import { type Story, storiesIn } from './stories.ts'

/** Few enough to be written while the manager waits, and enough days to compare today with the same weekday of other weeks. */
export const SAMPLE_MACHINES = 5
const SAMPLE_DAYS = 35

/** The company that the sample company belongs to, as far as it shapes the sample. */
export type SampleHome = { companyId: CompanyId; name: string; locale: string; country: string | null; currency: DemoCurrency }

/**
 * The demo company whose machines fill the sample company: the Polish one in Poland, the German one elsewhere, with amounts in the
 * company's own currency. Its users cannot sign in, receive no mail and have no rights beyond their company role, because a manager in the
 * sample company may set their passwords.
 */
export function sampleCompany({ companyId, locale, country, currency }: SampleHome): DemoCompany {
  const found = DEMO_COMPANIES.find((company) => company.country === country) ?? DEMO_COMPANIES[0]
  if (!found) throw new Error('there is no demo company')
  return {
    ...found,
    key: `sample-${companyId}`,
    locale,
    currency,
    planName: 'CUSTOM',
    machines: SAMPLE_MACHINES,
    users: found.users
      .filter(({ roles }) => roles.length === 1)
      .map((user) => ({ ...user, login: `${user.login}@sample-${companyId}`, email: null })),
  }
}

export const sampleStories = (company: DemoCompany, now: number): Iterator<Story> =>
  storiesIn(company, { now, days: SAMPLE_DAYS, machines: SAMPLE_MACHINES })
