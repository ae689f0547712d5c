import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/imports.ts'
import { nameKey } from '#domain/imports/cell.ts'
import { toDecimal } from '#domain/money.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { companyWays } from '../../db/company-settings.ts'
import type { Problem } from '../../files/read-rows.ts'
import { readSheet, SMALL } from '../../files/read-table.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, Principal } from '../../http/request-context.ts'
import { createPace } from '../../yielding.ts'
import { rowReader } from './import-file.ts'
import type { ImportSource, InDb } from './import-source.ts'
import { knownTo } from './known.ts'
import { linesOf } from './one-call.ts'
import { readingOf } from './reading.ts'
import { ImportRun } from './taking.ts'
import { slotsIn } from './understand.ts'

type Answer = AnswerOf<typeof contract.readPlanogram>

/** Stands for the machine or the template that the file is for. */
const HERE = 'here'
/** Not saved, so that it is no number of an existing machine. */
const NO_MACHINE = 0

/** Reads the slots of one planogram from a file, by the rules of imports. Nothing is stored. */
export async function readPlanogram(
  ctx: AppContext,
  { body: { content, type, ...choices } }: CheckedOf<typeof contract.readPlanogram>,
  principal: Principal,
): Promise<Answer | Refusal> {
  const company = principal.companyId
  const read = await readSheet(Buffer.from(content, 'base64'), SMALL, choices.sheet)
  if ('unreadable' in read) return unread(read.unreadable)
  const inDb: InDb = (work) => ctx.database.withTenant(company, work)
  const { ways, known } = await inDb(async (db) => ({ ways: await companyWays(db, company), known: await knownTo(db, company) }))
  const brought: ImportSource = {
    kind: 'PLANOGRAMS',
    lines: linesOf(read.table),
    sheets: () => read.sheets,
    fileName: '',
    choices: { ...choices, fixed: { machine: HERE } },
    company,
    importId: '',
    now: ctx.now(),
    ways,
    inDb,
    pace: createPace(ctx.isServing),
    database: ctx.database.kind,
  }
  const reading = await readingOf(brought)
  if ('unreadable' in reading) return unread(reading.unreadable)
  const here = { ...known, machines: new Map([[nameKey(HERE), { id: NO_MACHINE, type, slots: new Set<string>() }]]) }
  const taking = new ImportRun(brought, reading, here, false)
  const problems: Problem[] = []
  const rowsIn = rowReader(taking)
  const understand = slotsIn(here, { currency: ways.currency, inMinor: reading.inMinor })
  const slots: Answer['slots'] = []
  await brought.lines(async (lines) => {
    const { records, problems: found } = understand((await rowsIn(lines)).map(({ row }) => row))
    problems.push(...found)
    slots.push(
      ...records.map(({ slotNumber, productId, priceMinor, maximum }) => ({
        slotNumber,
        productId,
        vendPrice: priceMinor === null ? null : toDecimal(priceMinor, ways.currency),
        maxQuantity: maximum,
      })),
    )
    return slots.length <= MAX_SLOTS
  })
  if (slots.length > MAX_SLOTS) return unread('TOO_MANY_RECORDS')
  const all = [...taking.outcome.problems, ...problems].toSorted((a, b) => a.row - b.row)
  return {
    slots: slots.toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber)),
    problems: all.slice(0, MAX_PROBLEMS),
    heads: reading.understanding.heads.slice(0, MAX_HEADS),
    mapping: reading.understanding.mapping,
    decimal: reading.decimal?.mark ?? null,
  }
}

const MAX_SLOTS = 1_000
const MAX_PROBLEMS = 200
const MAX_HEADS = 60

const unread = (why: string) => refuse('IMPORT_UNREADABLE', { detail: why, details: { why } })
