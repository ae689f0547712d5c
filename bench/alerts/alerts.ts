import { vapidKeys } from '../../server/alerts/push-services.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { startJobs } from '../../server/jobs/run-jobs.ts'
import { JOBS, OUTGOING } from '../../server/jobs.ts'
import { aDevice, aMachine, aProduct } from '../../tests/support/fleet.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { aPushService } from '../../tests/support/push-service.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn } from '../../tests/support/test-context.ts'
import { quantile } from '../rounds.ts'
import { ms, notRun, type Row, within } from '../table.ts'

const ALERTS = 60
/** Number of devices that report vends continuously, and vends per message. */
const TELLERS = 4
const VENDS = 50

/** Measures the time from a device's alert to the notification at a push service on this machine, under a load of reported vends. */
export async function alerts(): Promise<Row[]> {
  const what = `alert, from the device's event to the push service, ${TELLERS} devices selling meanwhile, p95`
  const postgres = await startPostgres()
  if ('missing' in postgres) return [notRun(what, postgres.missing)]
  const opened = await openPostgres(await freshDatabase(postgres.url))
  if ('wrong' in opened) throw new Error(opened.wrong)
  const pushService = await aPushService()
  const ctx = await createTestContext({ database: opened.database, settings: { pushServices: [pushService.origin] } })
  const app = await createTestApp(ctx)
  const endJobs = startJobs({ ...ctx, log: app.log }, JOBS, OUTGOING)
  let isOver = false
  try {
    const company = await aCompany(ctx)
    await aUser(ctx, company, { login: 'manager' })
    const manager = await signedIn(app, 'manager')
    const address = await addressOf(app)
    const post = async (path: string, headers: Record<string, string>, body: unknown) => {
      const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await fetch(`${address}/api${path}`, request)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} returned ${answer.status} ${text}`)
    }
    await post('/accounts/me/push-subscriptions', manager, pushService.subscribe('phone', vapidKeys(ctx).publicKey))
    await post('/company/alerts', manager, { event: 'ANY_EVENT', channel: 'PUSH' })
    const product = await aProduct(ctx, company.id)
    const sender = async () => {
      const machine = await aMachine(ctx, company.id, { slots: [{ number: '1', product, max: 1_000_000, quantity: 1_000_000 }] })
      return aDevice(ctx, company.id, { machine: machine.id })
    }
    let sent = 0
    const event = (type: string, more: object) => ({ id: `1-${++sent}`, type, at: new Date().toISOString(), ...more })
    const selling = Array.from({ length: TELLERS }, async () => {
      const { imei, signIn } = await sender()
      while (!isOver) {
        const vends = Array.from({ length: VENDS }, () => event('VEND', { selection: '1', price: 1.5, method: 'CASH' }))
        await post(`/telemetry/${imei}/events`, signIn, vends)
      }
    })
    const taken: number[] = []
    for (let count = 1; count <= ALERTS; count++) {
      // One machine per alert, because repeated alerts send one notification.
      const { imei, signIn } = await sender()
      const begun = performance.now()
      await post(`/telemetry/${imei}/events`, signIn, [event('ALERT_UP', { code: 'DOOR_OPEN' })])
      while (pushService.got.length < count) await new Promise((resolve) => setTimeout(resolve, 1))
      taken.push(performance.now() - begun)
    }
    isOver = true
    await Promise.all(selling)
    return [within(what, quantile(taken, 0.95), 5_000, ms)]
  } finally {
    isOver = true
    await endJobs()
    app.server.closeAllConnections()
    await app.close()
    await ctx.database.close()
    await pushService.close()
    await postgres.stop()
  }
}
