/** Offsets in minutes of zone names that mean one zone only; CST and IST are used for several. */
const NAMED: Readonly<Record<string, number>> = {
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  JST: 540,
  KST: 540,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  EDT: -240,
  EST: -300,
  CDT: -300,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
  AKDT: -480,
  AKST: -540,
  HST: -600,
}

export const ZONE_NAMES = Object.keys(NAMED).join('|')

/** Offset in minutes of a zone such as +02:00, UTC+8 or CET. */
export function zoneMinutes(zone: string): number {
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)
  if (!offset) return NAMED[zone] ?? 0
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
}
