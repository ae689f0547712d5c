/** Alerts that the server raises for parts on the MDB bus: `MDB_` and the part. */
export const PART_ALERT = 'MDB_'

const SOUND: ReadonlySet<string> = new Set(['OK', 'READY', 'ENABLED', 'ACTIVE', 'IDLE', 'CONNECTED', 'ONLINE'])
/** Switched off by the operator, which is not a fault of the part. */
const SWITCHED_OFF: ReadonlySet<string> = new Set(['DISABLED', 'INHIBITED', 'OFF'])

const among = (statuses: ReadonlySet<string>, status: string) => statuses.has(status.trim().toUpperCase())

export const isSwitchedOff = (status: string): boolean => among(SWITCHED_OFF, status)

/** Whether a part on the MDB bus is faulty. */
export const isFaulty = (status: string): boolean => !among(SOUND, status) && !isSwitchedOff(status)

/** An EVA-DTS event code: two letters for the part of the machine, the event, and, after an underscore, which part. */
const EVENT = /^([EO][A-Z])([A-Z0-9]{0,2})(?:_(.+))?$/i

/** Whether an alert is a malfunction. Service visits, cash collections and sold-out products are not. */
export const isMalfunction = (code: string): boolean =>
  code.startsWith(PART_ALERT) || (/^E[A-Z]/i.test(code) && !/^EL|^EGT/i.test(code) && EVENT.test(code))

type Lookup = {
  /** The name of an alert, or undefined if there is none. */
  alert(key: string): string | undefined
  part(key: string): string | undefined
}

/** A code as text: LOW_COINS becomes Low coins. */
export const plain = (code: string) => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a part on the MDB bus. Parts of one kind are numbered: `CASHLESS_2`. */
export function partName(type: string, { part }: Pick<Lookup, 'part'>): string {
  const [, kind = type, number] = /^(.*?)(?:_(\d+))?$/.exec(type.toUpperCase()) ?? []
  const name = part(kind)
  return name === undefined ? plain(type) : number === undefined ? name : `${name} ${number}`
}

/** The name of an alert. A code without its own name is shown with the name of its part of the machine. */
export function alertName(code: string, words: Lookup): string {
  const own = words.alert(code)
  if (own !== undefined) return own
  if (code.startsWith(PART_ALERT)) {
    const pattern = words.alert('MDB')
    if (pattern !== undefined) return pattern.replace('{{part}}', () => partName(code.slice(PART_ALERT.length), words))
  }
  const [, group = '', suffix = '', which] = EVENT.exec(code) ?? []
  const exact = words.alert((group + suffix).toUpperCase())
  if (group && exact !== undefined) return which === undefined ? exact : `${exact}: ${which}`
  const general = words.alert(group.toUpperCase())
  return group && general !== undefined ? `${general} (${code})` : plain(code)
}
