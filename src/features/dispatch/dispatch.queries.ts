import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { byName } from '#app/data/by-name.ts'
import { getSession } from '#app/data/device.ts'
import { unlessLive } from '#app/data/liveness.ts'
import { sendNow } from '#app/data/outbox.ts'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import { storedAs } from '#app/data/stored-responses.ts'
import * as contract from '#contract/round-plans.ts'
import type { Reason, Round } from '#contract/rounds.ts'
import { assignServiceman } from '#contract/team.ts'
import { listUsers } from '#contract/users.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import type { Task } from '#domain/rounds/round.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { type Move, type RoundId, withAnswers } from './board.ts'
import { type EarlierRound, weeksBefore } from './earlier-rounds.ts'

const KEY = ['rounds']
const keyOfDay = (day: string) => [...KEY, 'day', day]

/** The rounds of all people on a day, by person. */
export const roundsOfDay = (day: string) =>
  queryOptions({
    queryKey: keyOfDay(day),
    persister: storedAs(contract.listRounds.answer),
    meta: { topics: ['rounds', 'stock', 'activity'] },
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: () => answered(call(contract.listRounds, { query: { from: day, to: day } }, TIMEOUT)),
  })

/** The rounds of the weeks before a day, of which one can be repeated. */
export const roundsBefore = (day: string) =>
  queryOptions({
    queryKey: [...KEY, 'before', day],
    meta: { topics: ['rounds'] },
    staleTime: MINUTE,
    retry: false,
    queryFn: () => answered(call(contract.listRounds, { query: weeksBefore(day) }, TIMEOUT)),
  })

type Person = { id: UserId; name: string; isEmployee: boolean }

/** The people who can have a round, employees first. */
export const people = () =>
  queryOptions({
    queryKey: ['users', 'of rounds'],
    meta: { topics: ['team'] },
    staleTime: MINUTE,
    retry: false,
    queryFn: () => answered(call(listUsers, { query: { page: '0', size: '1000', query: '' } }, TIMEOUT)),
    select: ({ items }): Person[] =>
      items
        .filter(({ enabled }) => enabled)
        .map(({ userId, firstName, lastName, login, companyRole }) => ({
          id: userId,
          name: `${firstName} ${lastName}`.trim() || login,
          isEmployee: companyRole === 'ROLE_EMPLOYEE',
        }))
        .toSorted((a, b) => Number(b.isEmployee) - Number(a.isEmployee) || byName(a, b)),
  })

const ofStop = (id: RoundId, machineId: MachineId) => ({ params: { id: String(id), machineId: String(machineId) } })
const ofRound = (id: RoundId) => ({ params: { id: String(id) } })

/** `isReverse`: it takes another move back. */
type SentMove = Keyed<Move & { isReverse: boolean }>

async function send({ machineId, from, to, position, tasks, assignTo, key }: SentMove): Promise<Round[]> {
  if (assignTo !== undefined) {
    const params = { id: String(machineId), userId: String(assignTo) }
    await answered(call(assignServiceman, { params }, keyed(getSession().device.newId())))
    sendNow()
  }
  if (to === null) return from === null ? [] : [await answered(call(contract.removeStop, ofStop(from, machineId), TIMEOUT))]
  if (from === to) return [await answered(call(contract.putStop, { ...ofStop(to, machineId), body: { position } }, TIMEOUT))]
  if (from === null)
    return [await answered(call(contract.putStop, { ...ofStop(to, machineId), body: { position, tasks: [...tasks] } }, TIMEOUT))]
  return answered(call(contract.moveStop, { ...ofStop(from, machineId), body: { to, position } }, keyed(key)))
}

/** Moves a machine. It is pending until the rounds of the day contain the response. */
export const moveOn = (day: string) =>
  mutationOptions({
    mutationKey: [...KEY, 'move', day],
    // Moves arrive in the order in which they were made.
    scope: { id: 'rounds' },
    meta: { invalidates: [KEY] },
    mutationFn: async (move: SentMove, { client }) => {
      const rounds = await send(move)
      // An older response must not replace this one.
      await client.cancelQueries({ queryKey: keyOfDay(day) })
      client.setQueryData(roundsOfDay(day).queryKey, (known) => known && withAnswers(known, rounds))
      return rounds
    },
  })

const changing = { meta: { invalidates: [KEY] } }

export const addRound = mutationOptions({
  ...changing,
  mutationFn: ({ key, ...body }: Keyed<{ date: string; userId: UserId; stops: EarlierRound['stops'] }>) =>
    answered(call(contract.addRound, { body }, keyed(key))),
})

/** Why the last plan of a day left machines out, by machine; it is known until the app is closed. */
export const leftOutOf = (day: string) =>
  queryOptions({
    queryKey: ['leftOut', day],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: (): ReadonlyMap<MachineId, Reason> => new Map(),
  })

/** Plans drafts for all users without a published round. */
export const planRounds = mutationOptions({
  ...changing,
  mutationFn: async ({ key, date }: Keyed<{ date: string }>, { client }) => {
    const plan = await answered(call(contract.planRounds, { body: { date } }, keyed(key)))
    client.setQueryData(leftOutOf(date).queryKey, new Map(plan.leftOut.map(({ machineId, why }) => [machineId, why])))
    return plan
  },
})

export const deleteRound = mutationOptions({
  ...changing,
  mutationFn: (id: RoundId) => answered(call(contract.removeRound, ofRound(id), TIMEOUT)),
})

/** Publishes drafts one after another. Publishing again changes nothing, so that a part that failed can be repeated. */
export const publishRounds = mutationOptions({
  ...changing,
  mutationFn: async (ids: readonly RoundId[]) => {
    for (const id of ids) await answered(call(contract.publishRound, ofRound(id), keyed(getSession().device.newId())))
  },
})

export const changeTasks = mutationOptions({
  ...changing,
  mutationFn: ({ round, machineId, tasks }: { round: RoundId; machineId: MachineId; tasks: Task[] }) =>
    answered(call(contract.putStop, { ...ofStop(round, machineId), body: { tasks } }, TIMEOUT)),
})
