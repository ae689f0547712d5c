import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/imports.ts'
import { PART_BYTES } from '#domain/imports.ts'
import { companyWays } from '../../database/company-ways.ts'
import type { Db } from '../../database/database.ts'
import { isTooMany, roomForMachines } from '../../database/plan-limit.ts'
import { LARGEST_FILE, readSheet, SMALL, type Table } from '../../files/read-table.ts'
import type { House, Person } from '../../http/caller.ts'
import { TooBusy } from '../../http/gate.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { serve, serveAlone } from '../../http/serve.ts'
import { once } from '../../once/once.ts'
import { findImports, insertImport, takeImportBack } from './import-list.store.ts'
import { rememberMapping } from './imports.store.ts'
import { previewOf } from './preview.ts'
import { publishImport } from './publish-import.ts'
import { type Brought, type InDb, type Lines, type Reading, readingOf } from './reading.ts'
import { type Outcome, takeFile } from './take-file.ts'
import * as uploads from './uploads.handlers.ts'

/** Base64 is a third longer, and the rest of the body is small. */
const BODY = Math.ceil(LARGEST_FILE / 3) * 4 + 64 * 1024
const PART_BODY = Math.ceil(PART_BYTES / 3) * 4 + 1024

/** About a millisecond of work. */
const ROWS_A_TURN = 50

/** Rows that are in memory, in batches: other requests are answered between them. */
const linesOf =
  (table: Table): Lines =>
  async (take) => {
    for (let at = 0; at < table.length; at += ROWS_A_TURN) {
      if ((await take(table.slice(at, at + ROWS_A_TURN), at / table.length)) === false) break
      await new Promise((next) => setImmediate(next))
    }
    return null
  }

export function importsRoutes(app: FastifyInstance, house: House) {
  // The file is read and looked at before a transaction is begun: while one is open on the embedded database, everybody else waits.
  serveAlone(
    app,
    house,
    contract.importTable,
    async (input, caller): Promise<contract.ImportPreview | Refusal> => {
      const { person } = caller
      if (!person.enabled) return refuse('UNAUTHORIZED')
      return oneAtATime(person.companyId, async () => {
        const { kind, content, confirm, name, ...choices } = input.body
        const read = await readSheet(Buffer.from(content, 'base64'), SMALL, choices.sheet)
        if ('unreadable' in read) return unread(read.unreadable)
        const { table, sheets } = read
        const inDb: InDb = (work) => house.database.asCompany(person.companyId, work)
        const ways = await inDb((db) => companyWays(db, person.companyId))
        const lines = linesOf(table)
        const brought: Brought = {
          kind,
          lines,
          sheets: () => sheets,
          choices,
          company: person.companyId,
          importId: randomUUID(),
          now: house.now(),
          ways,
          inDb,
        }
        const looked = await look(brought)
        if (!confirm)
          return looked instanceof Refusal ? looked : previewOf(kind, looked.reading, looked.outcome, { done: false, importId: null })
        const size = Math.floor((content.length * 3) / 4)
        return inDb((db) =>
          once(contract.importTable, input, { ...caller, db }, async () =>
            looked instanceof Refusal
              ? looked
              : takeSmall(db, person, { ...brought, inDb: (work) => work(db) }, looked, { name: name ?? '', size }),
          ),
        )
      })
    },
    { bodyLimit: BODY },
  )

  serve(app, house, contract.beginImport, uploads.beginImport)
  serve(app, house, contract.addImportPart, uploads.addImportPart, { bodyLimit: PART_BODY })
  serve(app, house, contract.readImport, uploads.readImport)
  serve(app, house, contract.runImport, uploads.runImport)
  serve(app, house, contract.getImport, uploads.getImport)
  serve(app, house, contract.cancelImport, uploads.cancelImport)
  serve(app, house, contract.listImports, (_, { db, person }) => findImports(db, person.companyId))
  serve(app, house, contract.undoImport, ({ params }, { db, person }) => takeImportBack(db, person, params.importId, house.now()))
}

const unread = (why: string) => refuse('IMPORT_UNREADABLE', { detail: why, details: { why } })

type Looked = { reading: Reading; outcome: Outcome }

/** Reads a file that came in one call and counts what is new, known and wrong in it. */
async function look(brought: Brought): Promise<Looked | Refusal> {
  const reading = await readingOf(brought)
  if ('unreadable' in reading) return unread(reading.unreadable)
  const outcome = await takeFile(brought, reading, { write: false })
  return 'unreadable' in outcome ? unread(outcome.unreadable) : { reading, outcome }
}

/** Why a file cannot be taken in: rows that are wrong and shall not be left out, or nothing in it. */
function notTaken({ choices }: Brought, { reading, outcome: { counts, problems } }: Looked): Refusal | null {
  if ((counts.refused === 0 || choices.leaveOut) && counts.new + counts.known > 0 && reading.understanding.holds !== 'SETTLEMENT')
    return null
  return refuse('IMPORT_INVALID', { detail: `${counts.refused} rows cannot be taken in.`, details: { problems: problems.slice(0, 100) } })
}

/** Takes a file in that was looked at: all of it, or the good rows where that is asked for. */
async function takeSmall(
  db: Db,
  person: Person,
  brought: Brought,
  looked: Looked,
  { name, size }: { name: string; size: number },
): Promise<contract.ImportPreview | Refusal> {
  const { kind, choices, company, importId, now } = brought
  const { reading } = looked
  const { counts } = looked.outcome
  const refused = notTaken(brought, looked)
  if (refused) return refused
  const machines = counts.machines + (kind === 'MACHINES' ? counts.new : 0)
  const room = machines > 0 ? await roomForMachines(db, company, { forMore: true }) : null
  if (room && isTooMany(room, machines)) return refuse('PLAN_LIMIT', { details: room })
  await insertImport(db, { company, id: importId, user: person.userId, kind, name, size, state: 'DONE', now })
  await rememberMapping(db, company, kind, reading.mappingKey, reading.understanding.mapping, now, choices.saveAs ?? null)
  const taken = await takeFile(brought, reading, { write: true })
  if ('unreadable' in taken) return unread(taken.unreadable)
  // What the company has may have changed since the file was looked at.
  const changed = notTaken(brought, { reading, outcome: taken })
  if (changed) return changed
  await publishImport(db, person, { kind, importId, outcome: taken, now })
  return previewOf(kind, reading, taken, { done: true, importId })
}

/** Imports have places of their own, so that requests of others never wait for one: two at once, and one of a company. */
const AT_ONCE = 2
const MOST_WAITING = 4
const waiting = new Map<number, Promise<unknown>>()
const queued = new Map<number, number>()
const seekers: (() => void)[] = []
let working = 0

async function oneAtATime<T>(company: number, work: () => Promise<T>): Promise<T> {
  const before = queued.get(company) ?? 0
  if (before >= MOST_WAITING) throw new TooBusy()
  queued.set(company, before + 1)
  const mine = (waiting.get(company) ?? Promise.resolve())
    .catch(() => {})
    .then(async () => {
      if (working >= AT_ONCE) await new Promise<void>((go) => seekers.push(go))
      else working++
      try {
        return await work()
      } finally {
        const next = seekers.shift()
        if (next) next()
        else working--
      }
    })
  waiting.set(company, mine)
  try {
    return await mine
  } finally {
    const left = (queued.get(company) ?? 1) - 1
    if (left > 0) queued.set(company, left)
    else {
      queued.delete(company)
      waiting.delete(company)
    }
  }
}
