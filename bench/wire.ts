import type { IncomingMessage, ServerResponse } from 'node:http'
import { ANSWER_HEADER, TIME_HEADER } from '#contract/endpoint.ts'
import type { Operation } from '#contract/sync.ts'
import { emptyPage, type Fleet, firstPages, laterPage, machineDocuments, packed, slotDocuments } from './fleet.ts'

type Wire = { answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> }

/** The server sends 600 records a page, three per machine; fewer rows fit into 128 kB, compressed. */
const MACHINES_A_PAGE = { columns: 200, rows: 100 }

/** Documents per response to a peer. */
const DOCUMENTS = 1_000

/**
 * A server with minimal cost: pages are precomputed, and every push is acknowledged. `/first`, `/later` and `/same` are our API for a
 * device with no, some, and all data; `/rows` has the same data as rows, and `/peers` is the peers' protocols.
 */
export function createWire(fleet: Fleet): Wire {
  const written = (data: unknown) => Buffer.from(JSON.stringify({ data }))
  const first = firstPages(fleet, MACHINES_A_PAGE.columns).map((page) => written(packed(page)))
  const later = written(packed(laterPage(fleet)))
  const same = written(packed(emptyPage()))
  const rows = { first: firstPages(fleet, MACHINES_A_PAGE.rows).map(written), later: written(laterPage(fleet)) }
  const documents = { slots: batchesOf(slotDocuments(fleet), DOCUMENTS), machines: batchesOf(machineDocuments(fleet), 100) }

  const routes: Record<string, (body: Body) => Buffer | undefined> = {
    '/first/sync/pull': ({ cursor }) => first[Number(cursor ?? 0)],
    '/later/sync/pull': () => later,
    '/same/sync/pull': () => same,
    '/rows/first/sync/pull': ({ cursor }) => rows.first[Number(cursor ?? 0)],
    '/rows/later/sync/pull': () => rows.later,
    '/same/sync/push': (body) => Buffer.from(JSON.stringify({ data: pushed(body.ops ?? []) })),
    '/same/health': () => Buffer.from('{"data":{"status":"ok","version":"0","database":"none"}}'),
    '/api/site': () => site,
    '/same/restock': (body) => Buffer.from(JSON.stringify({ data: restocked(String(body.opId), body.body) })),
    '/peers/slots': ({ batch }) => documents.slots[batch ?? 0] ?? Buffer.from('[]'),
    '/peers/machines': ({ batch }) => documents.machines[batch ?? 0] ?? Buffer.from('[]'),
    '/peers/push': () => Buffer.from('[]'),
  }

  const answer: Wire['answer'] = async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const route = routes[path]
    if (!route) return false
    const content = route(await bodyOf(request))
    response.setHeader('content-type', 'application/json')
    response.setHeader(ANSWER_HEADER, '1')
    response.setHeader(TIME_HEADER, new Date().toISOString())
    response.end(content)
    return true
  }
  return { answer }
}

const site = Buffer.from(
  JSON.stringify({
    data: { version: '0', captcha: 'off', recaptchaSiteKey: null, supportEmail: 'support@roundsman.example', publicUrl: '', demo: null },
  }),
)

type Body = { cursor?: string | null; ops?: Operation[]; batch?: number; opId?: string; body?: unknown }

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Body)
}

const pushed = (ops: readonly Operation[]) => ({
  serverTime: new Date().toISOString(),
  epoch: emptyPage().epoch,
  results: ops.map(({ opId, body }) => ({ opId, status: 'applied', code: null, warnings: [], result: restocked(opId, body) })),
})

const restocked = (operationId: string, body: unknown) => ({
  operationId,
  stocks: (body as { productInstallationId: number; quantity: number }[]).map(({ productInstallationId, quantity }) => ({
    productInstallationId,
    productId: 1,
    added: quantity,
    currentQuantity: 8,
  })),
  warnings: [],
})

const batchesOf = (rows: readonly unknown[], size: number): Buffer[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    Buffer.from(JSON.stringify(rows.slice(index * size, (index + 1) * size))),
  )
