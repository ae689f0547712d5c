import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { MAIL_ADDRESS } from '#contract/registration.ts'
import { settingsFromArguments } from './cli/arguments.ts'
import { DATABASE_ENVIRONMENT, type DatabaseSettings, databaseSettingsOf, wrongDatabase } from './db/database-settings.ts'
import { inProgram } from './folders.ts'
import { PHOTO_ENVIRONMENT, type PhotoSettings, photoSettingsOf } from './photo-store/photo-settings.ts'

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)
const yesNo = v.pipe(
  v.picklist(['1', '0', 'true', 'false', 'on', 'off'], 'must be on or off'),
  v.transform((word) => word === '1' || word === 'true' || word === 'on'),
)
const isNetwork = (text: string) => {
  const [, address = '', bits] = /^([\da-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? []
  return Number(bits) <= ({ 4: 32, 6: 128 }[isIP(address)] ?? -1)
}
const service = v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:[\]-]+\/?\S*$/, 'must be an address'))
const webAddress = v.pipe(v.string(), v.url('must be an address such as https://vending.example'))

/** The most machines of a demo company. */
export const MAX_DEMO_SIZE = 10_000

/** All settings with their defaults. */
const Environment = v.object({
  /** The address the server listens on. */
  PORT: v.optional(port, '8080'),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  /** The directory of the embedded database and the installation's secrets. */
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), './data'),
  ...DATABASE_ENVIRONMENT,
  /** The installation's master key, the same for every server on one database. By default generated at the first start, in DATA_DIR. */
  MASTER_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url, as in the file master.key'))),
  /** Accepts another master key than the one that the database was used with. Data encrypted with the old one is lost. */
  NEW_MASTER_KEY: v.optional(yesNo, 'off'),
  /** The public address for users, stickers and mails. By default the address the server listens on. */
  PUBLIC_URL: v.optional(webAddress),
  /** Fills a new database with a demo company. On by default outside production. */
  DEMO: v.optional(yesNo),
  DEMO_SIZE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a number of machines'),
      v.transform(Number),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(MAX_DEMO_SIZE, `must be at most ${MAX_DEMO_SIZE}`),
    ),
    '50',
  ),
  /** Whether the demo's machines continue to sell while the server runs. */
  DEMO_SALES: v.optional(yesNo, 'on'),
  /** The password of the demo's sign-ins; generated and printed by default. */
  DEMO_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(8, 'must have at least 8 characters'))),
  /** The captcha of the login page. */
  CAPTCHA: v.optional(v.picklist(['altcha', 'recaptcha', 'off'], 'must be altcha, recaptcha or off'), 'altcha'),
  RECAPTCHA_SITE_KEY: v.optional(v.string()),
  RECAPTCHA_SECRET: v.optional(v.string()),
  /** Whether rate limits per address, user and company apply. */
  RATE_LIMITS: v.optional(yesNo, 'on'),
  /** Whether requests past the server's capacity are refused with 503 at once instead of queued. */
  LOAD_SHEDDING: v.optional(yesNo, 'on'),
  /** The support address for users. */
  SUPPORT_EMAIL: v.optional(v.pipe(v.string(), v.regex(MAIL_ADDRESS, 'must be an e-mail address')), 'support@roundsman.example'),
  /** Map tiles instead of the bundled map: `https://…/{z}/{x}/{y}.png`, and their attribution. */
  MAP_TILES: v.optional(
    v.pipe(v.string(), v.regex(/^https:\/\/[\w.-]+(:\d+)?\/\S*\{z\}\S*$/, 'must be https and contain {z}, {x} and {y}')),
  ),
  MAP_ATTRIBUTION: v.optional(v.string(), ''),
  /** The id of the one company whose machine pages show the GSM signal. */
  GSM_SIGNAL_COMPANY: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'must be the number of a company'), v.transform(Number))),
  /** A geocoder that responds like Photon or Nominatim; {query} is replaced by the search text. */
  GEOCODER_URL: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:[\]-]+\/\S*\{query\}\S*$/, 'must be an address that contains {query}')),
  ),
  /** An MQTT broker for devices, as an alternative to HTTP. */
  MQTT_URL: v.optional(v.pipe(v.string(), v.regex(/^(mqtts?|wss?):\/\//, 'must begin with mqtt:// or mqtts://'))),
  /** The mail server, as in smtps://user:password@mail.example. Without it mails are written to files. */
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://'))),
  /** The sender of mails, as in Roundsman <vending@mail.example>. */
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an e-mail address'))),
  /** The gateway for text messages as JSON, and its token. */
  SMS_URL: v.optional(service),
  SMS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'must be one word'))),
  /** Additional origins of push services, separated by commas. */
  PUSH_SERVICES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[\w.:[\]-]+(,https?:\/\/[\w.:[\]-]+)*$/, 'must be origins, separated by commas'),
      v.transform((list) => list.split(',')),
    ),
    undefined,
  ),
  /** Private networks that webhooks may reach, also without TLS. By default webhooks reach public addresses only. */
  WEBHOOK_NETWORKS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',')),
      v.check((list) => list.every(isNetwork), 'must be networks such as 10.0.0.0/8, separated by commas'),
    ),
    undefined,
  ),
  ...PHOTO_ENVIRONMENT,
  /** A router that computes travel times by road: OSRM, or Valhalla if the address ends with `/sources_to_targets`. */
  ROUTER_URL: v.optional(service),
  /** Shows a maintenance notice on every page. */
  MAINTENANCE: v.optional(yesNo, 'off'),
  /** The address that feedback about the app is forwarded to. Without it the app does not request feedback. */
  FEEDBACK_URL: v.optional(service),
  /** A Sentry-compatible address (DSN) for unexpected errors of the server, without personal data; none by default. */
  ERROR_REPORTING_DSN: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/\w+@[\w.:[\]-]+\/(?:[\w-]+\/)*\d+$/, 'must be a DSN such as https://key@errors.example/1')),
  ),
  /** The bearer token for /api/metrics from other machines. Without it only this machine can read them. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{20,200}$/, 'must be 20 to 200 letters, digits, - or _'))),
  /** The OTLP address of an OpenTelemetry collector, such as `http://collector:4318/v1/traces`; without it no traces are exported. */
  TRACES_URL: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:[\]-]+\/\S*$/, 'must be an address such as http://127.0.0.1:4318/v1/traces')),
  ),
  /**
   * The payment provider: off, a sandbox in which no money moves (the default with a demo), or an external provider's checkout (the default
   * with one).
   */
  BILLING: v.optional(v.picklist(['off', 'sandbox', 'external'], 'must be off, sandbox or external')),
  /**
   * The provider's checkout, with the placeholders {reference}, {machines} and {email}. The provider reports the result in signed messages.
   */
  BILLING_CHECKOUT_URL: v.optional(
    v.pipe(v.string(), v.regex(/^https:\/\/[\w.:-]+\/\S*\{reference\}\S*$/, 'must be https and contain {reference}')),
  ),
  BILLING_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  /** The number of proxies in front of the server whose forwarded client address is trusted. */
  TRUSTED_PROXIES: v.optional(v.pipe(v.string(), v.regex(/^\d$/, 'must be a number from 0 to 9'), v.transform(Number)), '0'),
  LOG_LEVEL: v.optional(v.picklist(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'), 'warn'),
  NODE_ENV: v.optional(v.string(), 'development'),
})

/** Never printed, not even when invalid. */
const SECRET: ReadonlySet<string> = new Set([
  'MASTER_KEY',
  'DEMO_PASSWORD',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'MQTT_URL',
  'RECAPTCHA_SECRET',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  'GEOCODER_URL',
  'ROUTER_URL',
  'PHOTO_STORE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'FEEDBACK_URL',
  'ERROR_REPORTING_DSN',
  'METRICS_TOKEN',
  'TRACES_URL',
  'BILLING_SECRET',
  'BILLING_CHECKOUT_URL',
])

export type Settings = PhotoSettings &
  DatabaseSettings & {
    port: number
    host: string
    dataDir: string
    masterKey: string | null
    newMasterKey: boolean
    publicUrl: string | null
    /** undefined: on for a new database outside of production. */
    demo: boolean | undefined
    demoSize: number
    demoPassword: string | undefined
    demoSales: boolean
    captcha: 'altcha' | 'recaptcha' | 'off'
    recaptcha: { siteKey: string; secret: string } | null
    rateLimits: boolean
    loadShedding: boolean
    mqttUrl: string | null
    supportEmail: string
    /** The router for travel times. Null: they are estimated. */
    routerUrl: string | null
    smtp: { url: string; from: string } | null
    sms: { url: string; token: string | null } | null
    /** Additional origins of push services. */
    pushServices: readonly string[]
    /** Private networks that webhooks may reach. */
    webhookNetworks: readonly string[]
    mapTiles: { url: string; attribution: string } | null
    gsmSignalCompany: number | null
    geocoderUrl: string | null
    /** undefined: external with a checkout, else the sandbox with a demo, else off. */
    billing: 'off' | 'sandbox' | 'external' | undefined
    checkout: { url: string; secret: string } | null
    maintenance: boolean
    feedbackUrl: string | null
    errorReportingDsn: string | null
    metricsToken: string | null
    tracesUrl: string | null
    trustedProxies: number
    logLevel: string
    production: boolean
    version: string
  }

type SettingsRead = { settings: Settings } | { wrong: string }

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

/** Parses the settings, or returns an error message with the invalid one. */
export function readSettings(environment: NodeJS.ProcessEnv, args: readonly string[] = []): SettingsRead {
  const fromCommand = settingsFromArguments(Object.keys(Environment.entries), args)
  if ('wrong' in fromCommand) return fromCommand
  const given: NodeJS.ProcessEnv = { ...environment, ...fromCommand.given }
  const read = v.safeParse(Environment, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')))
  if (!read.success) {
    const [issue] = read.issues
    const name = v.getDotPath(issue)
    const shown = SECRET.has(name ?? '') ? '' : ` (it is ${JSON.stringify(given[name as keyof typeof given] ?? issue.input)})`
    return { wrong: `The setting ${name} ${issue.message}${shown}.` }
  }
  const env = read.output
  if (env.CAPTCHA === 'off' && !isLoopback(env.HOST)) {
    return { wrong: `CAPTCHA=off is only for a server on loopback, and HOST is ${env.HOST}; use CAPTCHA=altcha.` }
  }
  for (const name of ['RATE_LIMITS', 'LOAD_SHEDDING'] as const) {
    if (env[name] || isLoopback(env.HOST)) continue
    return { wrong: `${name}=off is only for a server on loopback, and HOST is ${env.HOST}; leave it on.` }
  }
  const wrong = wrongDatabase(env)
  if (wrong) return wrong
  if (env.CAPTCHA === 'recaptcha' && !(env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET)) {
    return { wrong: 'CAPTCHA=recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET; set both, or use CAPTCHA=altcha.' }
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    return { wrong: 'SMTP_URL needs MAIL_FROM, the sender of mails; set both.' }
  }
  if (env.PHOTO_STORE && !photoSettingsOf(env).photoStore) {
    return { wrong: 'PHOTO_STORE needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; set both.' }
  }
  if (env.BILLING === 'external' && !(env.BILLING_CHECKOUT_URL && env.BILLING_SECRET)) {
    return { wrong: 'BILLING=external needs BILLING_CHECKOUT_URL and BILLING_SECRET; set both, or use BILLING=off.' }
  }
  return {
    settings: {
      port: env.PORT,
      host: env.HOST,
      dataDir: resolve(env.DATA_DIR),
      ...databaseSettingsOf(env),
      masterKey: env.MASTER_KEY ?? null,
      newMasterKey: env.NEW_MASTER_KEY,
      publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? null,
      demo: env.DEMO,
      demoSize: env.DEMO_SIZE,
      demoPassword: env.DEMO_PASSWORD,
      demoSales: env.DEMO_SALES,
      captcha: env.CAPTCHA,
      recaptcha: env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET ? { siteKey: env.RECAPTCHA_SITE_KEY, secret: env.RECAPTCHA_SECRET } : null,
      rateLimits: env.RATE_LIMITS,
      loadShedding: env.LOAD_SHEDDING,
      mqttUrl: env.MQTT_URL ?? null,
      supportEmail: env.SUPPORT_EMAIL,
      ...photoSettingsOf(env),
      routerUrl: env.ROUTER_URL?.replace(/\/$/, '') ?? null,
      smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
      sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN ?? null } : null,
      pushServices: env.PUSH_SERVICES ?? [],
      webhookNetworks: env.WEBHOOK_NETWORKS ?? [],
      mapTiles: env.MAP_TILES ? { url: env.MAP_TILES, attribution: env.MAP_ATTRIBUTION } : null,
      gsmSignalCompany: env.GSM_SIGNAL_COMPANY ?? null,
      geocoderUrl: env.GEOCODER_URL ?? null,
      billing: env.BILLING,
      checkout: env.BILLING_CHECKOUT_URL && env.BILLING_SECRET ? { url: env.BILLING_CHECKOUT_URL, secret: env.BILLING_SECRET } : null,
      maintenance: env.MAINTENANCE,
      feedbackUrl: env.FEEDBACK_URL ?? null,
      errorReportingDsn: env.ERROR_REPORTING_DSN ?? null,
      metricsToken: env.METRICS_TOKEN ?? null,
      tracesUrl: env.TRACES_URL ?? null,
      trustedProxies: env.TRUSTED_PROXIES,
      logLevel: env.LOG_LEVEL,
      production: env.NODE_ENV === 'production',
      version: packageVersion(),
    },
  }
}

const packageVersion = (): string =>
  v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(inProgram('package.json'), 'utf8'))).version
