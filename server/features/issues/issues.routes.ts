import type { FastifyInstance } from 'fastify'
import type { CheckedOf } from '#contract/endpoint.ts'
import * as contract from '#contract/issues.ts'
import type { House, Visitor } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { servePublic } from '../../http/serve.ts'
import { tellLive } from '../../live/live.store.ts'
import { insertIssue, machineOnSticker } from './issues.store.ts'

/** Why a report is not let in by a program; the house lends it. */
type Captcha = (house: House, action: 'issue', token: string) => Promise<Refusal | null>

/** What somebody without a sign-in may do who stands before a machine: read its name, and say what is wrong. */
export function issuesRoutes(app: FastifyInstance, house: House, captcha: Captcha) {
  servePublic(app, house, contract.machineOnSticker, async ({ params: { token } }) => {
    const found = await house.database.asHouse((db) => machineOnSticker(db, token))
    return found ? { name: found.name } : refuse('MACHINE_NOT_FOUND')
  })
  servePublic(app, house, contract.reportIssue, (input, visitor) => report(input, visitor, captcha))
}

async function report(
  { params: { token }, body }: CheckedOf<typeof contract.reportIssue>,
  { house, request }: Visitor,
  captcha: Captcha,
): Promise<{ identifier: string } | Refusal> {
  const { identifier, type, details, contactDetails, reCaptchaToken } = body
  const fromHere = await request.server.overIssueLimit(request, 'address')
  if (fromHere) return fromHere
  const refused = await captcha(house, 'issue', reCaptchaToken)
  if (refused) return refused
  const found = await house.database.asHouse((db) => machineOnSticker(db, token))
  if (!found) return refuse('MACHINE_NOT_FOUND')
  const ofMachine = await request.server.overIssueLimit(request, 'machine')
  if (ofMachine) return ofMachine
  const { company, machine } = found
  const now = house.now()
  await house.database.asCompany(company, async (db) => {
    if (!(await insertIssue(db, company, { id: identifier, machine, type, details, contactDetails }, now))) return
    await tellLive(
      db,
      company,
      [
        {
          activity: 'NEW_CUSTOMER_ISSUE',
          at: now,
          machineId: machine,
          changed: ['issues'],
          fact: identifier,
          details: { message: details || null, issueType: type },
        },
      ],
      now,
    )
  })
  return { identifier }
}
