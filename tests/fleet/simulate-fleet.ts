import * as v from 'valibot'
import { argumentsOf } from '../../server/cli/arguments.ts'
import { liveOn, livePast, type Wish } from './run.ts'

const USAGE = `npm run simulate-fleet -- --url http://127.0.0.1:8080 --login device --password … [--machines 20] [--seed 1] [--speed 1440] [--days 3]
  Without --days the company's own machines report from now on, until you press Ctrl-C.
  With --days machines that are set up for it live through the days that have just passed, and every figure is compared in the end.
  Who signs in is a manager who also manages devices. Where no password is given, DEMO_PASSWORD is.
  --speed: how many seconds pass for them in one; 1440 plays a day in a minute.`

const positive = v.pipe(v.string(), v.decimal(), v.transform(Number), v.gtValue(0))
const Options = v.object({
  url: v.pipe(v.string(), v.url()),
  login: v.optional(v.string(), 'device'),
  password: v.optional(v.string()),
  machines: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1)), '20'),
  seed: v.optional(v.pipe(v.string(), v.regex(/^\w{1,20}$/)), '1'),
  speed: v.optional(positive),
  days: v.optional(v.pipe(positive, v.maxValue(30))),
})

const string = { type: 'string' } as const
const { values } = argumentsOf(USAGE, {
  options: { url: string, login: string, password: string, machines: string, seed: string, speed: string, days: string },
})
const options = v.safeParse(Options, values)
// A password on the command line can be read by every user of the machine.
const password = options.success ? (options.output.password ?? process.env.DEMO_PASSWORD) : undefined
if (!options.success || password === undefined) {
  console.error(USAGE)
  process.exit(1)
}

const { url, login, machines, seed, speed, days } = options.output
const wish: Wish = {
  url: url.replace(/\/$/, ''),
  username: login,
  password,
  machines,
  seed,
  now: Date.now,
  say: (line) => console.log(line),
}
if (days === undefined) {
  const over = new AbortController()
  process.once('SIGINT', () => over.abort())
  await liveOn(wish, speed ?? 1, over.signal)
} else {
  const { sales, differences } = await livePast(wish, days, speed ?? null)
  for (const line of differences) console.error(line)
  console.log(differences.length === 0 ? `${sales} sales, and every figure is correct.` : `${differences.length} figures are wrong.`)
  process.exitCode = differences.length === 0 ? 0 : 1
}
