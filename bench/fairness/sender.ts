import { type Attack, attacksOn, type Tokens } from './attacks.ts'

/** A message to this process: the attack to start, or null to stop. */
export type Order = { attack: string | null }
/** Its reply: the available attacks, or the number of responses per status. */
export type Reply = { names: string[] } | { answers: Record<string, number> }

const CONNECTIONS = 3
const STREAM_LASTS_MS = 200
const MAX_MS = 60_000

const { base, tokens } = JSON.parse(process.argv[2] ?? '{}') as { base: string; tokens: Tokens }
const reply = (message: Reply) => process.send?.(message)

const attacks = await attacksOn(async (path) => {
  const answer = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${tokens.manager}` } })
  return { status: answer.status, json: await answer.json().catch(() => null) }
})
let current: Attack | undefined
process.on('message', async ({ attack }: Order) => {
  current = attacks.find(({ name }) => name === attack)
  if (!current) return
  const answers: Record<string, number> = {}
  await Promise.all(Array.from({ length: CONNECTIONS }, () => send(current as Attack, answers)))
  reply({ answers })
})
reply({ names: attacks.map(({ name }) => name) })

async function send(attack: Attack, answers: Record<string, number>) {
  while (current === attack) {
    const { path, ...request } = attack.request(tokens)
    const signal = AbortSignal.timeout(attack.isStream ? STREAM_LASTS_MS : MAX_MS)
    const status = await fetch(base + path, { ...request, signal }).then(
      async (answer) => {
        await answer.arrayBuffer().catch(() => {})
        return String(answer.status)
      },
      () => 'none',
    )
    answers[status] = (answers[status] ?? 0) + 1
  }
}
