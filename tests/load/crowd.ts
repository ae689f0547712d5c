import { PROTOCOL } from '#contract/sync.ts'
import { makeRestocks, type Restock, type StandingPoint } from '../chaos/restocks.ts'
import type { Random } from '../sync/simulation/random.ts'
import type { Call, Line } from './line.ts'
import type { Sample } from './pace.ts'

/** Users of one company with a session each, and all their restocks so far. */
type Crowd = {
  /** The next user performs a typical app request: fetches changes, sends operations, or opens a machine. */
  act(): Promise<Sample>
  /** Resends everything without an acknowledgement until all of it counts, as a device does. */
  sendRest(): Promise<void>
  restocks: readonly Restock[]
}

type Person = { token: string; cursor: string | null }

/** Requests per address and minute, below the limit: the crowd changes its addresses after that many. */
const AN_ADDRESS = 300

const BATCH = 100

export function gather(line: Line, tokens: readonly string[], points: readonly StandingPoint[], random: Random): Crowd {
  const people = tokens.map((token): Person => ({ token, cursor: null }))
  const machines = [...new Set(points.map(({ machineId }) => machineId))]
  const restocks: Restock[] = []
  let requests = 0

  const ask = ({ token }: Person, call: Call) => {
    const address = Math.floor(requests++ / AN_ADDRESS)
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.${20 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return line.ask({ ...call, headers })
  }

  const fetchChanges = async (person: Person) => {
    const answer = await ask(person, { method: 'POST', path: '/sync/pull', body: JSON.stringify({ cursor: person.cursor }) })
    const [, cursor] = /"cursor":"([^"]+)"/.exec(answer.body) ?? []
    if (answer.status === 200 && cursor) person.cursor = cursor
    return answer
  }

  const send = async (person: Person, some: readonly Restock[]) => {
    const ops = some.map(({ key, machineId, occurredAt, items }) => ({
      opId: key,
      call: 'restockSlots',
      machineId,
      occurredAt,
      body: items,
    }))
    const body = JSON.stringify({ deviceId: 'crowd', protocol: PROTOCOL, ops })
    const answer = await ask(person, { method: 'POST', path: '/sync/push', body })
    if (answer.status === 200)
      for (const restock of some) if (answer.body.includes(`"opId":"${restock.key}","status":"applied"`)) restock.isAcknowledged = true
    return answer
  }

  const act = async (): Promise<Sample> => {
    const person = people[requests % people.length]
    if (!person) throw new Error('the crowd is empty')
    const chance = random.next()
    if (chance < 0.3) {
      const some = makeRestocks(random, points, random.between(1, 5), Date.now())
      restocks.push(...some)
      return send(person, some)
    }
    if (chance < 0.4) return ask(person, { method: 'GET', path: `/machines/${random.pick(machines)}/slots` })
    return fetchChanges(person)
  }

  const sendRest = async () => {
    const [person] = people
    const open = () => restocks.filter(({ isAcknowledged }) => !isAcknowledged)
    for (let left = open(); person && left.length > 0; left = open()) {
      const { status, body } = await send(person, left.slice(0, BATCH))
      if (status !== 200 && status !== 503) throw new Error(`resending the rest returned ${status} ${body}`)
    }
  }

  return { act, sendRest, restocks }
}
