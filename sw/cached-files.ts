/** Navigations outside the app: the API's documents, and files opened by name. */
export const NOT_THE_APP = [/^\/api(\/|$|\?)/, /^\/(?:assets|icons|fonts|guide|locales|map|screens)\//]

/** The translations of a language, or its user guide. */
export const isLanguageFile = (path: string) => /^\/locales\/(guide-)?[a-z]{2}\.json$/.test(path)

/** The user guide of a language whose translations are in use. */
export const guideOf = (path: string) => path.replace(/\/(guide-)?([a-z]{2}\.json)$/, '/guide-$2')

export const isGuidePicture = (path: string) => /^\/guide\/\w+\.png$/.test(path)

/** Cached when first needed. */
export const isLargePiece = (path: string) =>
  path.startsWith('/fonts/paper-japanese-') || path.startsWith('/map/') || /^\/assets\/(FleetMap|RoundsMap|maps|maplibre)-?/.test(path)

/** A cache name that changes with every build. */
export function languageCacheName(built: readonly { url: string; revision: string | null }[]): string {
  let hash = 0x811c9dc5
  for (const letter of built.map(({ url, revision }) => `${url} ${revision}`).join('\n'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return `locales-${(hash >>> 0).toString(36)}`
}

/** English is the fallback of every screen; the others are in use on this device. Each with its user guide. */
export const languagesToCache = (inUse: readonly string[]): string[] => [
  ...new Set(['/locales/en.json', ...inUse.filter(isLanguageFile)].flatMap((path) => [path, guideOf(path)])),
]
