/** Recognisable browser names, the more specific first because most user agents contain the others too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

const named = (names: readonly [RegExp, string][], text: string): string | null => names.find(([sign]) => sign.test(text))?.[1] ?? null

export const deviceNamed = (userAgent: string | null): { browser: string | null; system: string | null } => ({
  browser: named(BROWSERS, userAgent ?? ''),
  system: named(SYSTEMS, userAgent ?? ''),
})
