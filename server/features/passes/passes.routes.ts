import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/passes.ts'
import { shown } from '#domain/imports/cell.ts'
import { mappingBy } from '#domain/imports/heads.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { companyWays } from '../../db/company-settings.ts'
import { readRows } from '../../files/read-rows.ts'
import { MAX_FILE_BYTES, readTable } from '../../files/read-table.ts'
import { signedAddress } from '../../files/signed-files.ts'
import { readFileForms } from '../../http/multipart.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { inOwnCompany, pageOf, serve, serveAlone } from '../../http/serve.ts'
import { amountsOf, cardsIn, PASS_FIELDS } from './import-passes.ts'
import { addPass, changePass, deletePass, PASSES_CHANGED, passOperation, topUp } from './passes.handlers.ts'
import { type Card, findPass, findPasses, insertPasses, lockPasses, type NewCard, passOf, writePasses } from './passes.store.ts'

/** Base64 adds a third; the rest of the body is small. */
const BODY = Math.ceil(MAX_FILE_BYTES / 3) * 4 + 16 * 1024

/** Prepaid cards of employees. */
export function passesRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listPasses, async ({ query: filter }, { db, principal }) => {
    const { query, exportType, locale, ...page } = filter
    if (exportType)
      return { downloadUrl: signedAddress(ctx, principal, { purpose: 'passes-export', company: principal.companyId, query, locale }) }
    const { items, total } = await findPasses(db, principal.companyId, { query, ...page })
    return pageOf(
      items.map((card) => passOf(card, principal.currency)),
      { ...page, total },
    )
  })
  serve(app, ctx, contract.addPass, ({ body }, caller) => addPass(body, caller))
  serve(app, ctx, contract.readPass, async ({ params }, { db, principal }) => {
    const card = await findPass(db, principal.companyId, params.cardIdentifier)
    return card ? passOf(card, principal.currency) : refuse('PASS_NOT_FOUND')
  })
  serve(app, ctx, contract.changePass, ({ params, body }, caller) => changePass(params.cardIdentifier, body, caller))
  serve(app, ctx, contract.deletePass, ({ params }, caller) => deletePass(params.cardIdentifier, caller))
  serve(app, ctx, contract.topUpPasses, ({ body }, caller) => topUp(body.funds, caller))

  void app.register(async (scope) => {
    readFileForms(scope, contract.importPasses.fileField)
    // Reads the file before the transaction begins, because an open transaction on the embedded database blocks all others.
    serveAlone(
      scope,
      ctx,
      contract.importPasses,
      async (input, caller) => {
        const table = await readTable(Buffer.from(input.body.content, 'base64'))
        if ('unreadable' in table) return refuse('IMPORT_UNREADABLE', { detail: table.unreadable, details: { why: table.unreadable } })
        return inOwnCompany(contract.importPasses, input, caller, (within) => importCards(table, within))
      },
      { bodyLimit: BODY },
    )
  })
}

/** Imports all cards or none. */
async function importCards(
  [first, ...lines]: Exclude<Awaited<ReturnType<typeof readTable>>, { unreadable: string }>,
  caller: RequestContext,
) {
  const { db, principal } = caller
  const { currency, timezone } = await companyWays(db, principal.companyId)
  const mapping = mappingBy(PASS_FIELDS, (first?.cells ?? []).map(shown))
  const { mark, unclear } = amountsOf(lines, mapping, currency)
  const { rows, problems } = readRows(lines, PASS_FIELDS, mapping, { timezone, mark })
  const { cards, problems: more } = cardsIn(rows, { currency })
  const all = [...problems, ...unclear, ...more].toSorted((a, b) => a.row - b.row)
  if (all.length > 0 || cards.length === 0) return invalid(all)
  const known = await lockPasses(
    db,
    principal.companyId,
    cards.map(({ cardIdentifier }) => cardIdentifier),
  )
  const fresh = cards.filter(({ cardIdentifier }) => !known.has(cardIdentifier))
  const changed = changesOf(cards, known, mapping)
  if (changed.length > 0) await writePasses(db, principal.companyId, changed)
  const given = await insertPasses(db, principal.companyId, fresh, passOperation('IMPORTED', caller))
  const isGiven = new Set(given.map(({ cardIdentifier }) => cardIdentifier))
  // Another request has just created these cards.
  const late = cards.flatMap(({ cardIdentifier: value }, index) =>
    isGiven.has(value) || known.has(value)
      ? []
      : [{ row: rows[index]?.row ?? 0, field: 'cardIdentifier', code: 'ALREADY_THERE' as const, value }],
  )
  if (late.length > 0) return invalid(late)
  const entry = { action: 'imported', of: { kind: 'import', id: 'PASSES' }, after: { rows: given.length + changed.length } } as const
  await recordChange(caller, PASSES_CHANGED, [entry])
  const creditKept = cards.filter(({ cardIdentifier, balance }) => (known.get(cardIdentifier)?.balance ?? balance) !== balance).length
  return { imported: given.length, updated: changed.length, creditKept }
}

/**
 * Changes of a file to existing cards. Fields without a column stay unchanged, and so does credit, because customers pay with it meanwhile.
 */
function changesOf(cards: readonly NewCard[], known: ReadonlyMap<string, Card>, mapping: Record<string, number>): Card[] {
  const has = (field: string) => mapping[field] !== undefined
  return cards.flatMap(({ cardIdentifier, holderName, recurring, isActive }) => {
    const before = known.get(cardIdentifier)
    if (!before) return []
    const after = {
      ...before,
      holderName,
      recurring: has('recurringCreditAmount') ? recurring : before.recurring,
      isActive: has('isActive') ? isActive : before.isActive,
    }
    const isSame = after.holderName === before.holderName && after.recurring === before.recurring && after.isActive === before.isActive
    return isSame ? [] : [after]
  })
}

const invalid = (problems: readonly { row: number }[]): Refusal =>
  refuse('IMPORT_INVALID', {
    detail: problems.length === 0 ? 'The file has no rows.' : `${new Set(problems.map(({ row }) => row)).size} rows cannot be imported.`,
    details: { problems },
  })
