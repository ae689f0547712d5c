import { isDeepStrictEqual } from 'node:util'
import type { Planning, PlanningSettings } from '#contract/planning.ts'
import { LIKE_EVERYONE, type PersonPlanning, type PlannedPerson } from '#contract/planning-people.ts'
import type { RestPlanning } from '#contract/rounds.ts'
import { withoutHome } from '#domain/audit.ts'
import type { UserId } from '#domain/ids.ts'
import { decimalsOf, toDecimal } from '#domain/money.ts'
import { hasDecimals } from '#domain/products/product-limits.ts'
import { learnMinutes } from '#domain/rounds/learn-minutes.ts'
import { HOUR_IN_PRICES, KILOMETRE_IN_PRICES } from '#domain/rounds/planning.ts'
import { shiftOf } from '#domain/rounds/shift.ts'
import { recordChange, SETTINGS_CHANGED } from '../../../audit-log/record-change.ts'
import { companyWays, lockCompanyRow } from '../../../db/company-settings.ts'
import { refuseFarDays } from '../../../http/far-days.ts'
import { amountErrors, type FieldError, refuseFields } from '../../../http/field-errors.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ReadSums } from '../../../sync/cached-sums.ts'
import { largestCollections } from './needs.store.ts'
import { findPlannedPerson, writePersonPlanning } from './people.store.ts'
import { machinePositions } from './plan-input.store.ts'
import { middleOfMachines, ratesOf } from './problem.ts'
import { findPlanning, writePlanning } from './settings.store.ts'
import { slotPrices, typicalPrice } from './typical-price.store.ts'
import { endedVisits, timedVisits } from './visits-to-learn.store.ts'

/** The settings, and what the planner uses for those that are null. */
export async function planningOf({ db, principal, ctx }: RequestContext, readPrices: ReadSums): Promise<Planning> {
  const company = principal.companyId
  const now = ctx.now()
  const { currency } = await companyWays(db, company)
  const price = await typicalPrice(db, company, await readPrices(db, company, now))
  const cashBox = await largestCollections(db, company, now)
  const { fixed, perPiece, visits } = learnMinutes(timedVisits(await endedVisits(db, company, now)))
  const { perMinute, perKilometre } = ratesOf({ hourCost: null, kilometreCost: null }, price, 10 ** decimalsOf(currency))
  return {
    settings: await findPlanning(db, company),
    derived: {
      hourCost: toDecimal(Math.round(60 * perMinute), currency),
      kilometreCost: toDecimal(Math.round(perKilometre), currency),
      minutesAtMachine: rounded(fixed, 1),
      minutesPerPiece: rounded(perPiece, 2),
      visits,
      start: middleOfMachines(await machinePositions(db, company)),
      cashBoxAmount: cashBox === null ? null : toDecimal(cashBox, currency),
    },
  }
}

/** What the phone of a person needs to plan the rest of a round again. */
export async function restPlanning(
  { db, principal, ctx }: Pick<RequestContext, 'db' | 'principal' | 'ctx'>,
  user: UserId,
): Promise<RestPlanning> {
  const company = principal.companyId
  const { currency } = await companyWays(db, company)
  const settings = await findPlanning(db, company)
  const own = (await findPlannedPerson(db, company, user))?.planning ?? LIKE_EVERYONE
  const price = await typicalPrice(db, company, await slotPrices(db, company, ctx.now()))
  const learnt = learnMinutes(timedVisits(await endedVisits(db, company, ctx.now())))
  const { perMinute, perKilometre } = ratesOf(settings, price, 10 ** decimalsOf(currency))
  // Without prices, the usual costs are used.
  const inPrices = (amount: number, usual: number) => (price > 0 ? rounded(amount / price, 3) : usual)
  const start = own.start ?? settings.start
  return {
    ...shiftOf(own.hours ?? settings),
    hourInPrices: inPrices(60 * perMinute, HOUR_IN_PRICES),
    kilometreInPrices: inPrices(perKilometre, KILOMETRE_IN_PRICES),
    minutes: {
      fixed: settings.minutesAtMachine ?? rounded(learnt.fixed, 1),
      perPiece: settings.minutesPerPiece ?? rounded(learnt.perPiece, 3),
    },
    start: start && { lat: start.lat, lng: start.lng },
  }
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/** A kilometre costs less than the smallest amount of some currencies, so its cost has a decimal more. */
const rateErrors = ({ hourCost, cashBoxAmount, kilometreCost = null }: Partial<PlanningSettings>, currency: string): FieldError[] => [
  ...amountErrors({ hourCost, cashBoxAmount }, currency),
  ...(kilometreCost === null || hasDecimals(kilometreCost, decimalsOf(currency) + 1)
    ? []
    : [{ path: 'kilometreCost', message: `must have ${decimalsOf(currency) + 1} decimals at most` }]),
]

export async function changePlanning(settings: PlanningSettings, caller: RequestContext): Promise<Planning | Refusal> {
  const { db, principal } = caller
  await lockCompanyRow(db, principal.companyId)
  const before = await findPlanning(db, principal.companyId)
  const changes = (Object.keys(before) as (keyof PlanningSettings)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(settings[key]),
  )
  const only = (all: PlanningSettings): Partial<PlanningSettings> => Object.fromEntries(changes.map((key) => [key, all[key]]))
  const wrong = rateErrors(only(settings), principal.currency)
  if (wrong.length > 0) return refuseFields(wrong)
  if (changes.length > 0) await writePlanning(db, principal.companyId, settings)
  const planning = await planningOf(caller, slotPrices)
  if (changes.length > 0)
    await recordChange(caller, SETTINGS_CHANGED, [
      { action: 'planning-changed', of: { kind: 'company', id: principal.companyId }, before: only(before), after: only(settings) },
    ])
  return planning
}

export async function changePersonPlanning(
  user: UserId,
  planning: PersonPlanning,
  caller: RequestContext,
): Promise<PlannedPerson | Refusal> {
  const { db, principal, ctx } = caller
  await lockCompanyRow(db, principal.companyId)
  const before = await findPlannedPerson(db, principal.companyId, user)
  if (!before) return refuse('USER_NOT_FOUND')
  const added = (day: 'from' | 'until') =>
    Object.fromEntries(
      planning.away.flatMap((one, index) =>
        before.planning.away.some((other) => isDeepStrictEqual(other, one)) ? [] : [[`away.${index}.${day}`, one[day]]],
      ),
    )
  const far = refuseFarDays({ ...added('from'), ...added('until') }, ctx.now())
  if (far) return far
  const changes = (Object.keys(planning) as (keyof PersonPlanning)[]).filter(
    (key) => !isDeepStrictEqual(before.planning[key], planning[key]),
  )
  if (changes.length > 0) {
    await writePersonPlanning(db, principal.companyId, user, planning)
    const only = (all: PersonPlanning) => Object.fromEntries(changes.map((key) => [key, all[key]]))
    const entry = withoutHome({ before: only(before.planning), after: only(planning) })
    await recordChange(caller, SETTINGS_CHANGED, [{ action: 'planning-changed', of: { kind: 'user', id: user }, ...entry }])
  }
  return { ...before, planning }
}
