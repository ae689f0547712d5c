import { openPostgres } from '../../server/db/connect.ts'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { addressOf, type LiveStream, listenTo } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn } from '../../tests/support/test-context.ts'
import { quantile } from '../rounds.ts'
import { ms, notRun, type Row, within } from '../table.ts'

const STREAMS = 500
const A_PERSON = 3
const EVENTS = 40

/** Measures the time from a restock to its event on every open stream, with the server and all listeners on this machine. */
export async function live(): Promise<Row[]> {
  const what = `live event, from the operation to another manager's screen, ${STREAMS} streams, p99`
  const postgres = await startPostgres()
  if ('missing' in postgres) return [notRun(what, postgres.missing)]
  const opened = await openPostgres(await freshDatabase(postgres.url))
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = await createTestContext({ database: opened.database })
  const app = await createTestApp(ctx)
  const streams: LiveStream[] = []
  try {
    const company = await aCompany(ctx)
    const machine = await aMachine(ctx, company.id, {
      slots: [{ number: '1', product: await aProduct(ctx, company.id), max: 1_000_000, quantity: 0 }],
    })
    for (let person = 0; streams.length < STREAMS; person++) {
      await aUser(ctx, company, { login: `listener ${person}` })
      const signIn = await signedIn(app, `listener ${person}`)
      for (let count = 0; count < A_PERSON && streams.length < STREAMS; count++)
        streams.push(await listenTo(app, company.eventChannelId, signIn))
    }
    await aUser(ctx, company, { login: 'serviceman' })
    const { authorization } = await signedIn(app, 'serviceman')
    const address = `${await addressOf(app)}/api/machines/${machine.id}/slots/restock`
    const body = JSON.stringify([{ productInstallationId: machine.slot('1').point, quantity: 1 }])
    const taken: number[] = []
    for (let event = 1; event <= EVENTS; event++) {
      const begun = performance.now()
      const received = streams.map((stream) =>
        stream
          .find(() => stream.words.filter(({ name }) => name === 'on-event').length >= event)
          .then(() => taken.push(performance.now() - begun)),
      )
      const answer = await fetch(address, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a restock returned ${answer.status}`)
      await Promise.all(received)
    }
    return [within(what, quantile(taken, 0.99), 1_000, ms)]
  } finally {
    for (const stream of streams) stream.close()
    // Closes all connections without waiting for the clients.
    app.server.closeAllConnections()
    await app.close()
    await ctx.database.close()
    await postgres.stop()
  }
}
