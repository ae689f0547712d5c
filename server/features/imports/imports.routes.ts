import type { FastifyInstance } from 'fastify'
import type { ImportPreview } from '#contract/import-preview.ts'
import * as contract from '#contract/imports.ts'
import { PART_BYTES } from '#domain/imports.ts'
import { MAX_FILE_BYTES } from '../../files/read-table.ts'
import { TooBusy } from '../../http/load-shedding.ts'
import type { Refusal } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve, serveAlone } from '../../http/serve.ts'
import { findImports } from './import-list.store.ts'
import { importInOneCall } from './one-call.ts'
import { readPlanogram } from './read-planogram.ts'
import { undoImport } from './remove-import.ts'
import * as uploads from './uploads.handlers.ts'

/** Imports have their own concurrency limit, so that other requests never wait for them: two at once, one per company. */
const AT_ONCE = 2
const MAX_WAITING = 4
const waiting = new Map<number, Promise<unknown>>()
const queued = new Map<number, number>()
const seekers: (() => void)[] = []
let working = 0

async function oneAtATime<T>(company: number, work: () => Promise<T>): Promise<T> {
  const before = queued.get(company) ?? 0
  if (before >= MAX_WAITING) throw new TooBusy()
  queued.set(company, before + 1)
  const turn = (waiting.get(company) ?? Promise.resolve())
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
  waiting.set(company, turn)
  try {
    return await turn
  } finally {
    const left = (queued.get(company) ?? 1) - 1
    if (left > 0) queued.set(company, left)
    else {
      queued.delete(company)
      waiting.delete(company)
    }
  }
}

/** Base64 adds a third; the rest of the body is small. */
const BODY = Math.ceil(MAX_FILE_BYTES / 3) * 4 + 64 * 1024
const PART_BODY = Math.ceil(PART_BYTES / 3) * 4 + 1024

export function importsRoutes(app: FastifyInstance, ctx: AppContext) {
  // Reads the file before the transaction begins, because an open transaction on the embedded database blocks all others.
  serveAlone(
    app,
    ctx,
    contract.importTable,
    async (input, caller): Promise<ImportPreview | Refusal> => {
      return oneAtATime(caller.principal.companyId, () => importInOneCall(ctx, input, caller))
    },
    { bodyLimit: BODY },
  )

  serveAlone(
    app,
    ctx,
    contract.readPlanogram,
    async (input, { principal }) => oneAtATime(principal.companyId, () => readPlanogram(ctx, input, principal)),
    { bodyLimit: BODY },
  )

  serve(app, ctx, contract.beginImport, uploads.beginImport)
  serve(app, ctx, contract.addImportPart, uploads.addImportPart, { bodyLimit: PART_BODY })
  serve(app, ctx, contract.readImport, uploads.readImport)
  serve(app, ctx, contract.runImport, uploads.runImport)
  serve(app, ctx, contract.getImport, uploads.getImport)
  serve(app, ctx, contract.cancelImport, uploads.cancelImport)
  serve(app, ctx, contract.listImports, (_, { db, principal }) => findImports(db, principal.companyId))
  serve(app, ctx, contract.undoImport, ({ params }, { db, principal }) => undoImport(db, principal, params.importId, ctx.now()))
}
