import { join } from 'node:path'
import { openAdminSocket } from './admin-socket/admin-socket.ts'
import { createApp } from './app.ts'
import { createAppContext } from './app-context.ts'
import { checkMasterKey } from './check-master-key.ts'
import { clockWarning, watchClock } from './clock.ts'
import { closeDataFolder } from './data-folder.ts'
import { openEmbedded, openPostgres } from './db/connect.ts'
import { lockDataDirectory, nameOfHolder } from './db/lock-file.ts'
import { demoTelemetryJob } from './demo/demo-telemetry.job.ts'
import { prepareCompanies, willWriteDemo } from './demo/prepare.ts'
import { beginStories } from './demo/stories.ts'
import { removeAbandonedFolders } from './files/work-folders.ts'
import { isServing } from './http/load-shedding.ts'
import { runDueJobs, startJobs } from './jobs/run-jobs.ts'
import { JOBS, OUTGOING } from './jobs.ts'
import { MAILS } from './mail/mailer.ts'
import { checkAtStart } from './photo-store/photo-store.ts'
import { publicAddress } from './public-address.ts'
import { masterKey } from './secrets.ts'
import { isLoopback, readSettings } from './settings.ts'

/** Ends the start with an error message. */
function exitWithError(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const read = readSettings(process.env, process.argv.slice(2))
if ('wrong' in read) exitWithError(read.wrong)
const { settings } = read

// New files are accessible to this user only.
process.umask(0o077)

const lock = lockDataDirectory(settings.dataDir)
if ('heldBy' in lock)
  exitWithError(
    `The data directory ${settings.dataDir} is in use by ${nameOfHolder(settings.dataDir, lock.heldBy)}; stop that process first, or set another DATA_DIR.`,
  )
if ('wrong' in lock) exitWithError(lock.wrong)
process.on('exit', lock.release)

const closed = closeDataFolder(settings.dataDir)
if (closed) exitWithError(closed.wrong)

const key = masterKey(settings.dataDir, settings.masterKey)
if ('wrong' in key) exitWithError(key.wrong)

const stories = willWriteDemo(settings) ? beginStories({ now: Date.now(), machines: settings.demoSize }) : undefined
const { databaseUrl } = settings
const opened = databaseUrl ? await openPostgres({ ...settings, databaseUrl }) : await openEmbedded(settings.dataDir)
if ('wrong' in opened) exitWithError(opened.wrong)
const { database } = opened

const ctx = createAppContext(settings, database, key, Date.now, watchClock())
const keyRefused = await checkMasterKey(ctx)
if (keyRefused) exitWithError(keyRefused.wrong)
const welcome = await prepareCompanies(ctx, stories, console.log)
await stories?.end()
if ('wrong' in welcome) exitWithError(welcome.wrong)

const aboutClock = await clockWarning(ctx)
const app = await createApp(ctx)
try {
  await app.listen({ port: settings.port, host: settings.host })
} catch (error) {
  exitWithError(
    `Roundsman cannot listen on ${settings.host}:${settings.port} (${error instanceof Error ? error.message : error}); set another HOST or PORT.`,
  )
}
await removeAbandonedFolders()
const atWork = { ...ctx, log: app.log, isServing: () => isServing(app.gate) }
// The demo catches up at once after a stop, so that the first visitor sees current data.
await runDueJobs(atWork, [demoTelemetryJob])
const endJobs = startJobs(atWork, JOBS, OUTGOING)
const leaveBroker = settings.mqttUrl
  ? (await import('./features/telemetry/mqtt.ts')).listenToBroker(atWork, settings.mqttUrl, app.limits.device)
  : async () => {}
const closeAdminSocket = database.kind === 'embedded' ? await openAdminSocket(atWork) : async () => {}

/** Completes requests in progress, closes the database and exits. Connections without a request are closed. */
async function shutDown() {
  const forcedClose = setTimeout(() => app.server.closeAllConnections(), 5_000)
  const late = setTimeout(() => process.exit(1), 9_000)
  await leaveBroker()
  await app.close()
  await endJobs()
  await closeAdminSocket()
  await database.close()
  clearTimeout(forcedClose)
  clearTimeout(late)
  process.exit(0)
}
process.once('SIGTERM', shutDown)
process.once('SIGINT', shutDown)

const address = publicAddress(settings)
const aboutMails = settings.smtp
  ? []
  : [`Mails are written into ${join(settings.dataDir, MAILS)} and not sent: set SMTP_URL and MAIL_FROM to send them.`]
const aboutHttps =
  isLoopback(settings.host) || address.startsWith('https:')
    ? []
    : ['Other computers and phones can sign in only over https: set PUBLIC_URL to the address of a proxy that terminates TLS.']
console.log([`Roundsman is at ${address}`, ...welcome.lines, ...aboutMails, ...aboutHttps].join('\n'))
if (aboutClock) console.error(aboutClock)
const photosRefused = ctx.photoStore && (await checkAtStart(ctx.photoStore))
if (photosRefused) console.error(photosRefused)
