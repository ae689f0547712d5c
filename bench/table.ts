/** One line of the report. `ratio` is compared with `goal`: by default ours to the peer's, or the peer's to ours. */
export type Row = { what: string; ours: string; peer: string; ratio: string; goal: string; isMet: boolean | null }

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} a second`
const times = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ×`

/** Our time may be at most this multiple of the limit's. */
export const atMost = (what: string, ours: number, limit: { name: string; value: number }, goal: number | null): Row => {
  const ratio = ours / limit.value
  return {
    what,
    ours: ms(ours),
    peer: `${limit.name}: ${ms(limit.value)}`,
    ratio: times(ratio),
    goal: goal === null ? '' : `≤ ${goal} ×`,
    isMet: goal === null ? null : ratio <= goal,
  }
}

/** The peer's time is at least this multiple of ours. */
export const fasterThan = (what: string, ours: number, peer: { name: string; value: number }, goal: number | null): Row => {
  const ratio = peer.value / ours
  return {
    what,
    ours: ms(ours),
    peer: `${peer.name}: ${ms(peer.value)}`,
    ratio: `${times(ratio)} faster`,
    goal: goal === null ? '' : `≥ ${goal} ×`,
    isMet: goal === null ? null : ratio >= goal,
  }
}

/** Our rate is at least this share of the peer's. */
export const rateOf = (
  what: string,
  ours: number,
  peer: { name: string; value: number },
  goal: number,
  unit: (value: number) => string,
): Row => {
  const ratio = ours / peer.value
  return {
    what,
    ours: unit(ours),
    peer: `${peer.name}: ${unit(peer.value)}`,
    ratio: times(ratio),
    goal: `≥ ${goal} ×`,
    isMet: ratio >= goal,
  }
}

/** A measurement for which this machine lacks the tools. */
export const notRun = (what: string, why: string): Row => ({ what, ours: `not run: ${why}`, peer: '', ratio: '', goal: '', isMet: null })

/** A time in ms without a peer. */
export const timeAlone = (what: string, ours: number): Row => ({ what, ours: ms(ours), peer: '', ratio: '', goal: '', isMet: null })

/** An absolute figure with an upper bound in the same unit. */
export const within = (what: string, ours: number, bound: number, unit: (value: number) => string): Row => ({
  what,
  ours: unit(ours),
  peer: '',
  ratio: '',
  goal: `≤ ${unit(bound)}`,
  isMet: ours <= bound,
})

/** A score out of a hundred. */
export const atLeast = (what: string, ours: number, goal: number): Row => ({
  what,
  ours: ours.toFixed(0),
  peer: '',
  ratio: '',
  goal: `≥ ${goal}`,
  isMet: ours >= goal,
})

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ what, ours, peer, ratio, goal, isMet }) => [
    what,
    ours,
    peer,
    ratio,
    goal,
    isMet === null ? '' : isMet ? 'yes' : 'no',
  ])
  return [['what', 'ours', 'peer or limit', 'ratio', 'goal', 'met'], ['---', '---', '---', '---', '---', '---'], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
