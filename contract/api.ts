import * as account from './account.ts'
import * as activity from './activity.ts'
import * as alerts from './alerts.ts'
import * as appErrors from './app-errors.ts'
import * as audit from './audit.ts'
import * as billing from './billing.ts'
import * as branches from './branches.ts'
import * as cash from './cash.ts'
import * as collections from './collections.ts'
import * as commissions from './commissions.ts'
import * as company from './company.ts'
import * as dashboard from './dashboard.ts'
import * as deviceDebugger from './debugger.ts'
import * as devices from './devices.ts'
import * as dexAudits from './dex-audits.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as feedback from './feedback.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as invitations from './invitations.ts'
import * as issues from './issues.ts'
import * as keys from './keys.ts'
import * as live from './live.ts'
import * as machineOperations from './machine-operations.ts'
import * as machineReports from './machine-reports.ts'
import * as machines from './machines.ts'
import * as mappings from './mappings.ts'
import * as money from './money.ts'
import * as movements from './movements.ts'
import * as notifications from './notifications.ts'
import * as passes from './passes.ts'
import * as payments from './payments.ts'
import * as places from './places.ts'
import * as planning from './planning.ts'
import * as planningPeople from './planning-people.ts'
import * as problems from './problems.ts'
import * as products from './products.ts'
import * as profile from './profile.ts'
import * as purchases from './purchases.ts'
import * as registration from './registration.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as roundPlans from './round-plans.ts'
import * as rounds from './rounds.ts'
import * as sample from './sample.ts'
import * as slots from './slots.ts'
import * as stock from './stock.ts'
import * as supplierOrders from './supplier-orders.ts'
import * as sync from './sync.ts'
import * as system from './system.ts'
import * as team from './team.ts'
import * as telemetry from './telemetry.ts'
import * as templates from './templates.ts'
import * as transactions from './transactions.ts'
import * as users from './users.ts'
import * as vans from './vans.ts'
import * as views from './views.ts'
import * as visits from './visits.ts'
import * as warehouse from './warehouse.ts'
import * as webhooks from './webhooks.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'who' in value

export const ENDPOINTS: readonly Endpoint[] = [
  account,
  activity,
  alerts,
  appErrors,
  audit,
  billing,
  branches,
  cash,
  collections,
  commissions,
  company,
  dashboard,
  deviceDebugger,
  devices,
  feedback,
  exports,
  history,
  imports,
  invitations,
  issues,
  keys,
  live,
  machines,
  machineOperations,
  dexAudits,
  mappings,
  money,
  movements,
  notifications,
  payments,
  passes,
  places,
  planning,
  planningPeople,
  problems,
  products,
  machineReports,
  reports,
  reviews,
  purchases,
  profile,
  registration,
  roundPlans,
  rounds,
  sample,
  slots,
  stock,
  supplierOrders,
  sync,
  system,
  team,
  telemetry,
  templates,
  transactions,
  users,
  vans,
  views,
  visits,
  warehouse,
  webhooks,
].flatMap((calls) => Object.values(calls).filter(isEndpoint))
