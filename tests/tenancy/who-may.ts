import type { REFUSALS } from '#contract/errors.ts'
import { scopeFor } from '#domain/keys.ts'
import { mayAccess } from '#domain/team/permissions.ts'
import { ELSEWHERE, GIVEN } from './facts.ts'
import { KEY_MAY, OURS, type TestPrincipal, THEIRS, type Who } from './people.ts'
import { allRequests, send, type TenancyRequest } from './requests.ts'
import { changesBetween, type State, stateOf } from './state.ts'
import type { World } from './world.ts'

const PLACES = ['assigned', 'elsewhere', 'former', 'outOfService', 'alone'] as const
type PlaceName = (typeof PLACES)[number]

/** Whether a principal can reach a machine: now; formerly, so that only past work still counts; or not for current work. */
type Reach = 'now' | 'once' | 'never'

const REACH: Record<'ours' | 'theirs', Record<PlaceName, { manager: Reach; employee: Reach }>> = {
  ours: {
    assigned: { manager: 'now', employee: 'now' },
    elsewhere: { manager: 'now', employee: 'never' },
    former: { manager: 'now', employee: 'once' },
    outOfService: { manager: 'once', employee: 'once' },
    alone: { manager: 'now', employee: 'never' },
  },
  theirs: {
    assigned: { manager: 'now', employee: 'never' },
    elsewhere: { manager: 'now', employee: 'now' },
    former: { manager: 'now', employee: 'now' },
    outOfService: { manager: 'now', employee: 'never' },
    alone: { manager: 'never', employee: 'never' },
  },
}

/** Managers reach every machine of their company; other users only those assigned to them. */
function reachOf(who: Who, { rights, company }: TestPrincipal, place: PlaceName): Reach {
  if (!company || !rights) return 'never'
  const reach = REACH[company][place]
  if (rights.companyRole === 'ROLE_MANAGER') return reach.manager
  return who === 'employee' || who === 'rivalEmployee' ? reach.employee : 'never'
}

/** The expected response: a status, or the code of an operation in a push. */
type Verdict = number | 'done' | keyof typeof REFUSALS

const isAboutMachine = ({ path }: TenancyRequest['call']) =>
  /^\/(machines\/(:id|commissions$|by-token\/:token)|(servicemen\/:userId|groups\/:id)\/machines|planogram-templates\/:templateId\/preview|telemetry\/:imei\/eva-dts|stock-points\/:id|invitations$|review-items\/:id|reports\/v2\/(uptime|deliveries|revenue)\/:id)/.test(
    path,
  )

/** Paths of company objects that only ours has, and what is derived from them. */
const isOfCompany = ({ path, name, body }: TenancyRequest['call']) =>
  /^\/((groups|devices|users|issues)\/:id|debugger\/:imei|(suppliers|purchases)\/:identifier|supplier-orders\/:id|bag-counts\/:id|rounds\/(:id|people\/:userId)|vans\/:id|products\/:sku|passes\/:cardIdentifier|planogram-templates\/:templateId)/.test(
    path,
  ) ||
  (body !== undefined && /^\/(purchases|supplier-orders|bag-counts|inventory\/changes)$/.test(path)) ||
  name === 'addProduct' ||
  name === 'addRound' ||
  name === 'planRounds' ||
  name === 'addTemplate'

const isOpen = ({ who }: TenancyRequest['endpoint']) => who === 'public' || who === 'basic'
/** Calls without a sign-in about a machine: available while the machine is in service. */
const OF_A_MACHINE = ['/public/machines/:token', '/public/machines/:token/issues', '/public/machines/:token/qr-sticker', '/files/:id']

/** By the policy alone: whether the principal may make the call, and whether its machine is reachable. */
function expected(request: TenancyRequest, who: Who, principal: TestPrincipal, place: PlaceName): Verdict {
  const { endpoint, call } = request
  if (endpoint.name === 'claimDevice') return 404
  if (['setPassword', 'readInvitation', 'acceptInvitation'].includes(endpoint.name)) return 410
  if (endpoint.name === 'billingWebhook') return 400
  // A device call concerns that device alone, and a user's token is no device key.
  if (endpoint.who === 'device') return who === 'device' && place === 'assigned' ? 'done' : 401
  if (endpoint.who === 'device-or-manager' && who === 'device') return place === 'assigned' ? 'done' : 401
  if (isOpen(endpoint))
    return OF_A_MACHINE.includes(endpoint.path) && place === 'outOfService' && principal.company !== 'theirs' ? 404 : 'done'
  // Work that a user did before being disabled is stored, and does not count.
  if (who === 'disabled') return endpoint.name === 'push' ? 'USER_DISABLED' : 401
  if (!principal.rights) return 401
  const inPush = endpoint !== call
  // A key allows only its scopes, and never more than its creator's rights.
  if (who === 'apiKey' && !KEY_MAY.includes(scopeFor(endpoint) ?? '')) return 403
  if (!mayAccess(call.who, principal.rights)) return inPush ? 'FORBIDDEN' : 403
  if (
    [
      'endOneSession',
      'transferMachines',
      'sandboxPayment',
      'sendFeedback',
      'deleteAlert',
      'deletePushSubscription',
      'revokeApiKey',
      'deleteExport',
    ].includes(call.name) ||
    call.path.startsWith('/webhooks/:id') ||
    call.path.startsWith('/imports/:importId') ||
    call.path.startsWith('/machines/:id/audits/:audit')
  )
    return 404
  // A notification belongs to one manager; the rival's has the same number.
  if (call.name === 'seeNotification') return who === 'manager' || who === 'rivalManager' ? 'done' : 404
  // An employee may change only the note of a machine, and the example changes every field.
  if (call.name === 'changeMachine' && principal.rights.companyRole !== 'ROLE_MANAGER') return 403
  // Our channel counts as an object that only ours has.
  if (call.name === 'channel' && place === 'alone' && principal.company === 'theirs') return 404
  if (call.name === 'changeVan' || call.name === 'handOver') {
    // The employee drives the van; managers record for every van, but give goods only from their own.
    const isDriver = (who === 'employee' || who === 'rivalEmployee') && place !== 'alone'
    const isManager = principal.rights.companyRole === 'ROLE_MANAGER' && REACH[principal.company ?? 'ours'][place].manager !== 'never'
    return isDriver || (isManager && call.name === 'changeVan') ? 'done' : inPush ? 'VAN_NOT_FOUND' : 404
  }
  // Managers list all visits, employees those of one machine.
  const isOfMachine = isAboutMachine(call) || (call.name === 'listVisits' && principal.rights.companyRole !== 'ROLE_MANAGER')
  if (isOfCompany(call) && !isOfMachine) return REACH[principal.company ?? 'ours'][place].manager === 'never' ? 404 : 'done'
  if (!isOfMachine) return 'done'
  // A device manager manages the devices of every machine.
  const reach = call.who === 'device-manager' ? REACH.ours[place].manager : reachOf(who, principal, place)
  // A review item concerns a manager even if its machine was deleted, and the history belongs to the item.
  const isAsked = call.name === 'stockMovements' && place === 'outOfService' && principal.rights.companyRole === 'ROLE_MANAGER'
  if (isAsked && reach === 'once') return 'done'
  // An operation in a push was done while the machine was assigned; a live call is made now.
  // A photo may arrive long after it was taken.
  const staysWhenGone =
    call.name === 'putPhoto' ||
    call.name === 'putPhotoPart' ||
    (call.operation && call.who === 'anyone' && (inPush || place === 'outOfService'))
  if (reach === 'now' || (reach === 'once' && staysWhenGone)) return 'done'
  return inPush ? 'MACHINE_NOT_FOUND' : 404
}

/** The actual response, in the same terms. */
function verdictOf({ endpoint, call }: TenancyRequest, { statusCode, body }: { statusCode: number; body: string }): Verdict {
  // A call that depends on the current state passes the policy and is then decided by the machine's state.
  if (statusCode === 409 && call.keyed) return 'done'
  if (statusCode >= 300) return statusCode
  if (endpoint === call) return 'done'
  const [result] = JSON.parse(body).data.results
  return result.status === 'applied' ? 'done' : result.code
}

/** Every endpoint as one principal, at every kind of machine: the deviations from the policy, one line each. */
export async function permissionErrors(world: World, who: Who): Promise<string[]> {
  const { app, ctx, principals, ours, theirs } = world
  const principal = principals[who]
  const wrong: string[] = []
  const anywhere = new Set<string>()
  const asks = PLACES.flatMap((place) =>
    requestsAt(world, principal, place, who)
      .filter(({ name, url, body }) => isNew(anywhere, JSON.stringify([name, url, body])))
      .map((request) => ({ request, place, verdict: expected(request, who, principal, place) })),
  )
  const own = principal.company === 'theirs' ? theirs : ours
  const neighbour = own === ours ? theirs : ours
  const [ownBefore, neighbourBefore] = [await stateOf(ctx.database, own), await stateOf(ctx.database, neighbour)]

  const ask = async ({ request, place, verdict }: (typeof asks)[number]) => {
    const answer = await send(app, request, principal.headers)
    const got = verdictOf(request, answer)
    const where = `${request.name} at ${place} by ${who}`
    if (got !== verdict) wrong.push(`${where}: ${got} instead of ${verdict} ${answer.body.slice(0, 300)}`)
    const leaked = leaks(request, who, principal, answer.body)
    if (leaked) wrong.push(`${where}: tells of ${leaked}`)
  }
  // Refused requests run first: none of them may leave a trace, except a logged refusal.
  for (const one of asks.filter(({ verdict }) => verdict !== 'done')) await ask(one)
  wrong.push(
    ...changesBetween(withoutRefusals(ownBefore), withoutRefusals(await stateOf(ctx.database, own))).map(
      (row) => `${who} was refused and did: ${row}`,
    ),
  )
  const done = asks.filter(({ verdict }) => verdict === 'done')
  for (const one of done.filter(({ request }) => !isForAnybody(request))) await ask(one)
  wrong.push(
    ...changesBetween(neighbourBefore, await stateOf(ctx.database, neighbour)).map((row) => `${who} changed the neighbour: ${row}`),
  )
  for (const one of done.filter(({ request }) => isForAnybody(request))) await ask(one)
  return wrong
}

/** Anyone at a machine may report a problem with it to its company. */
const isForAnybody = ({ endpoint }: TenancyRequest) => endpoint.name === 'reportIssue'

/** For its own company every principal uses its own ids, which the other company has too. */
const requestsAt = ({ facts, tokens }: World, { company }: TestPrincipal, place: PlaceName, asker: string): TenancyRequest[] =>
  allRequests({ facts: place === 'alone' ? facts.alone : facts[company ?? 'ours'][place], tokens, asker })

/** A request about no machine is the same for every kind, so it is sent once. */
const isNew = (known: Set<string>, text: string) => !known.has(text) && known.add(text).has(text)

const withoutRefusals = (state: State): State => ({
  ...state,
  operations: (state.operations ?? []).filter((row) => !row.includes('"status": "rejected"')),
})

/** Data of a company in a response to a principal of another one. The holder of a token or a signed URL may receive what it grants. */
function leaks({ endpoint, names }: TenancyRequest, who: Who, { company, rights }: TestPrincipal, body: string): string | null {
  if (isOpen(endpoint) && names) return null
  if (company !== 'ours' && body.includes(OURS)) return 'us'
  if (company !== 'theirs' && body.includes(THEIRS)) return 'the rival'
  if (rights?.companyRole === 'ROLE_MANAGER' || company === null) return null
  const foreign = who === 'employee' ? ELSEWHERE : who === 'rivalEmployee' ? GIVEN : [GIVEN, ELSEWHERE].find((word) => body.includes(word))
  return foreign && body.includes(foreign) ? `a machine that is not theirs (${foreign})` : null
}

/** Calls for the app only reject clients without its name. */
export async function withoutClient(world: World): Promise<string[]> {
  const wrong: string[] = []
  const basic = allRequests({ facts: world.facts.ours.assigned, tokens: world.tokens }).filter(({ endpoint }) => endpoint.who === 'basic')
  for (const request of basic) {
    for (const headers of [{}, { authorization: 'Basic d2ViOndyb25n' }, world.principals.manager.headers]) {
      const { statusCode } = await send(world.app, { ...request, headers: {} }, headers)
      if (statusCode !== 401) wrong.push(`${request.name} with ${JSON.stringify(headers)}: ${statusCode} instead of 401`)
    }
  }
  return wrong
}
