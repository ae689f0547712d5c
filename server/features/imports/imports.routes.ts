import type { FastifyInstance } from 'fastify'
import { type ImportPreview, importTable } from '#contract/imports.ts'
import type { ImportKind } from '#domain/imports.ts'
import { audit } from '../../audit/audit.store.ts'
import { companyWays } from '../../database/company-ways.ts'
import type { Db } from '../../database/database.ts'
import { isTooMany, roomForMachines } from '../../database/plan-limit.ts'
import { plainHead } from '../../files/heads.ts'
import { type Problem, type Row, readRows, shown } from '../../files/read-rows.ts'
import { LARGEST_FILE, readTable } from '../../files/read-table.ts'
import type { House, Person } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { serveAlone } from '../../http/serve.ts'
import type { LiveNews } from '../../live/live.store.ts'
import { once } from '../../once/once.ts'
import { type Change, publish } from '../../sync/feed.ts'
import { FIELDS, proposeMapping } from './fields.ts'
import { addMachines, addProducts, addSales, addSlots, knownTo, rememberedMapping, rememberMapping } from './imports.store.ts'
import { machinesIn, productsIn, salesIn, slotsIn, type Understood } from './understand.ts'

/** Base64 is a third longer, and the rest of the body is small. */
const BODY = Math.ceil(LARGEST_FILE / 3) * 4 + 16 * 1024
const SAMPLE = 5

export function importsRoutes(app: FastifyInstance, house: House) {
  // The file is read before a transaction is begun: while one is open on the embedded database, everybody else waits.
  serveAlone(
    app,
    house,
    importTable,
    async (input, caller): Promise<ImportPreview | Refusal> => {
      const { person } = caller
      const { kind, content, mapping: chosen, confirm } = input.body
      if (!person.enabled) return refuse('UNAUTHORIZED')
      const table = await readTable(Buffer.from(content, 'base64'))
      if ('unreadable' in table) return refuse('IMPORT_UNREADABLE', { detail: table.unreadable, details: { why: table.unreadable } })
      const [first = [], ...cells] = table
      const heads = first.map(shown)
      const takeTable = async (db: Db) => {
        const ways = await companyWays(db, person.companyId)
        const key = heads.map(plainHead).join('|')
        const mapping = chosen ?? (await rememberedMapping(db, person.companyId, kind, key)) ?? proposeMapping(kind, heads)
        const { rows, problems } = readRows(cells, FIELDS[kind], mapping, ways.timezone)
        const taken = await takeIn(db, person, { kind, rows, now: house.now(), ...ways })
        const all = [...problems, ...taken.problems].toSorted((a, b) => a.row - b.row)
        const preview: ImportPreview = {
          heads,
          fields: FIELDS[kind].map(({ name, required }) => ({ name, required })),
          mapping,
          rows: rows.length,
          sample: cells.slice(0, SAMPLE).map((row) => row.map(shown)),
          problems: all,
          done: false,
        }
        if (!confirm) return preview
        if (all.length > 0 || rows.length === 0)
          return refuse('IMPORT_INVALID', { detail: `${all.length} rows cannot be taken in.`, details: { problems: all } })
        const room = kind === 'MACHINES' ? await roomForMachines(db, person.companyId, { forMore: true }) : null
        if (room && isTooMany(room, rows.length)) return refuse('PLAN_LIMIT', { details: room })
        await rememberMapping(db, person.companyId, kind, key, mapping, house.now())
        const changes = await taken.write()
        await audit(db, person.companyId, { userId: person.userId, at: house.now() }, [
          { action: 'imported', of: { kind: 'import', id: kind }, after: { rows: rows.length } },
        ])
        const at = house.now()
        const told = TOLD[kind]
        const added = changes.flatMap((change) => (change.kind === 'machine' ? [change.id] : []))
        const news = told ? added.map((machineId): LiveNews => ({ ...told, at, machineId, by: person.userId })) : []
        await publish(db, person.companyId, changes, at, news)
        return { ...preview, done: true }
      }
      return house.database.asCompany(person.companyId, (db) => once(importTable, input, { ...caller, db }, () => takeTable(db)))
    },
    { bodyLimit: BODY },
  )
}

/** What each machine of a file tells, once. */
const TOLD: Partial<Record<ImportKind, Pick<LiveNews, 'activity' | 'changed'>>> = {
  MACHINES: { activity: 'MACHINE_CREATED', changed: ['machines'] },
  PLANOGRAMS: { activity: 'SLOT_CREATED', changed: ['slots', 'stock', 'machines'] },
}

type Asked = { kind: ImportKind; rows: readonly Row[]; now: number; currency: string; timezone: string }

/** What rows mean and what is wrong with them, and the deed that takes all of them in. */
async function takeIn(
  db: Db,
  { companyId }: Person,
  { kind, rows, now, currency, timezone }: Asked,
): Promise<{ problems: Problem[]; write(): Promise<Change[]> }> {
  const known = await knownTo(db, companyId)
  const by = <T>({ records, problems }: Understood<T>, write: (records: T[]) => Promise<Change[]>) => ({
    problems,
    write: () => write(records),
  })
  switch (kind) {
    case 'MACHINES':
      return by(machinesIn(rows, known), (machines) => addMachines(db, companyId, machines, now))
    case 'PRODUCTS':
      return by(productsIn(rows, known, currency), (products) => addProducts(db, companyId, products))
    case 'PLANOGRAMS':
      return by(slotsIn(rows, known, currency), (slots) => addSlots(db, companyId, slots, now))
    case 'SALES':
      return by(salesIn(rows, known, currency, now), (sales) => addSales(db, companyId, sales, { now, timezone }))
  }
}
