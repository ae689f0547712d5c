import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Place } from './examples.ts'
import type { Facts } from './facts.ts'
import type { Who } from './people.ts'
import { requestsOf, send } from './requests.ts'
import { changesBetween, stateOf } from './state.ts'
import type { World } from './world.ts'

/** A principal and an object it does not own. A manager may know a colleague's machine, but its slots do not belong to another machine. */
type Case = { who: Who; own: Facts; foreign: Facts; counts(place: Place): boolean }

const casesOf = ({ facts }: World): Case[] => {
  const anything = () => true
  // An operation of a colleague may be distinguished from a missing one, because its id is a secret of 122 bits.
  const things = ({ name }: Place) => !['opId', 'operationId', 'pending'].includes(name)
  const insideMachine = (place: Place) =>
    things(place) && !place.at.startsWith('params') && !place.at.startsWith('query') && !['machineId', 'machineIds'].includes(place.name)
  return [
    { who: 'rivalManager', own: facts.theirs.assigned, foreign: facts.alone, counts: anything },
    { who: 'rivalEmployee', own: facts.theirs.elsewhere, foreign: facts.alone, counts: anything },
    { who: 'employee', own: facts.ours.assigned, foreign: facts.ours.elsewhere, counts: things },
    { who: 'manager', own: facts.ours.assigned, foreign: facts.ours.elsewhere, counts: insideMachine },
  ]
}

const SIGNED_IN = ENDPOINTS.filter(({ who }) => who !== 'public' && who !== 'basic' && who !== 'device')

/** Uses foreign ids in each id field: the response must equal that for a missing id, byte for byte, without effect. */
export async function foreignIds(world: World): Promise<{ wrong: string[]; tried: string[] }> {
  const { app, ctx, ours, principals, facts, tokens } = world
  for (const about of [facts.alone, facts.ours.elsewhere]) await work(world, about)
  const [wrong, tried]: [string[], string[]] = [[], []]
  for (const { who, own, foreign, counts } of casesOf(world)) {
    const { headers, company } = principals[who]
    const before = await stateOf(ctx.database, ours)
    for (const endpoint of SIGNED_IN) {
      for (const { name, place, values } of idPlaces(endpoint, world, { own, foreign })) {
        // The key of a write belongs to its user, so another one creates something new.
        if (!counts(place) || (endpoint.keyed && place.at.startsWith('headers'))) continue
        const answerTo = async (kind: 'foreign' | 'nothing') => {
          const fill = (at: Place, sound: unknown) => (at.at === place.at ? values[kind] : sound)
          const sent = requestsOf(endpoint, { facts: own, tokens, asker: `${who} ${place.at} ${kind}`, fill }).find(
            (one) => one.name === name,
          )
          if (!sent) throw new Error(`${name} no longer exists`)
          const { statusCode, body } = await send(app, sent, headers)
          return `${statusCode} ${anonymous(body, values[kind])}`
        }
        const [theirs, absent] = [await answerTo('foreign'), await answerTo('nothing')]
        const where = `${name} by ${who}, ${place.at}`
        tried.push(where)
        if (theirs !== absent) wrong.push(`${where}: ${theirs.slice(0, 300)} instead of ${absent.slice(0, 300)}`)
        if (['userId', 'companyId'].includes(place.name) && place.at.startsWith('body') && theirs.startsWith('2'))
          wrong.push(`${where}: done in another's name`)
      }
    }
    const after = await stateOf(ctx.database, ours)
    const changed =
      company === 'theirs'
        ? changesBetween(before, after)
        : changesBetween(before, after).filter((row) => isAbout(row, facts.ours.elsewhere))
    wrong.push(...changed.map((row) => `${who} changed what is not theirs: ${row}`))
  }
  return { wrong, tried }
}

/** An operation on that machine, so that a request can name it. */
async function work({ app, principals, tokens }: World, facts: Facts) {
  const restock = SIGNED_IN.filter(({ name }) => name === 'restockSlots')
  const fill = ({ name }: Place, sound: unknown) => (name === 'opId' ? facts.operation : sound)
  for (const sent of restock.flatMap((endpoint) => requestsOf(endpoint, { facts, tokens, fill })))
    await send(app, sent, principals.manager.headers)
}

type IdPlace = { name: string; place: Place; values: Record<'foreign' | 'nothing', unknown> }

/** The id fields of an endpoint's requests, each with a foreign id and a missing id. */
function idPlaces(endpoint: Endpoint, { facts, tokens }: World, { own, foreign }: { own: Facts; foreign: Facts }): IdPlace[] {
  const valuesIn = (about: Facts) => {
    const read = new Map<string, Map<string, { place: Place; value: unknown }>>()
    const fill = (place: Place, sound: unknown, request: string) => {
      const values = read.get(request) ?? new Map<string, { place: Place; value: unknown }>()
      read.set(request, values)
      if (place.isId) values.set(place.at, { place, value: place.name === 'opId' ? about.operation : (sound ?? whose(place, about)) })
      return sound
    }
    requestsOf(endpoint, { facts: about, tokens, fill })
    return read
  }
  const [mine, theirs, nothing] = [valuesIn(own), valuesIn(foreign), valuesIn(facts.nothing)]
  return [...mine].flatMap(([name, places]) =>
    [...places.values()].flatMap(({ place, value }) => {
      const values = { foreign: theirs.get(name)?.get(place.at)?.value, nothing: nothing.get(name)?.get(place.at)?.value }
      return values.foreign === undefined || values.foreign === value ? [] : [{ name, place, values }]
    }),
  )
}

/** A device that states its user and company. */
const whose = ({ name }: Place, { userId, companyId }: Facts) => (name === 'userId' ? userId : name === 'companyId' ? companyId : undefined)

/** Without the sent ids and those unique to this request; a signed URL repeats what was requested. */
const anonymous = (body: string, id: unknown) =>
  body
    .replaceAll(/\/api\/files\/[\w.-]+/g, 'FILE')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(String(id), 'ID')

const isAbout = (row: string, { machine, coffeeMachine, slotId, point, canister, edited }: Facts) =>
  !/^. (operations|feed) /.test(row) && [machine, coffeeMachine, slotId, point, canister, edited].some((id) => row.includes(String(id)))
