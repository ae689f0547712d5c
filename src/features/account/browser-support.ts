/** The oldest supported versions. Engines are detected in this order, because their user agents include each other's names. */
const ENGINES = [
  { name: 'edge', version: /\bEdge\/(\d+)/, oldest: 13 },
  { name: 'ie', version: /\b(?:MSIE |rv:)(\d+)(?=.*Trident|[^)]*\) like Gecko)/, oldest: 12 },
  { name: 'ie', version: /\bMSIE (\d+)/, oldest: 12 },
  { name: 'blink', version: /\b(?:Chrome|Chromium)\/(\d+)/, oldest: 47 },
  { name: 'gecko', version: /\bFirefox\/(\d+)/, oldest: 43 },
  { name: 'webkit', version: /\bVersion\/(\d+)[.\d]*.*\bSafari\//, oldest: 10 },
] as const

/** Whether this browser is too old. Unknown browsers are allowed because they may be newer than this list. */
export function isUnsupported(userAgent: string): boolean {
  for (const { version, oldest } of ENGINES) {
    const [, found] = version.exec(userAgent) ?? []
    if (found !== undefined) return Number(found) < oldest
  }
  return false
}
