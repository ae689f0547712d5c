import i18n, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { recall, remember } from './data/local-settings.ts'

/** Languages by their own names. A language is available once its folder of translations exists. */
const NAMES = {
  en: 'English',
  pl: 'Polski',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
} as const
type Language = keyof typeof NAMES

const isLanguage = (code: string): code is Language => code in NAMES && __LANGUAGES__.includes(code)

export const LANGUAGES: readonly { code: Language; name: string }[] = Object.entries(NAMES).flatMap(([code, name]) =>
  isLanguage(code) ? [{ code, name }] : [],
)

const CHOICE = 'language'

/** The stored choice, else the browser's first available language, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  const codes = [stored ?? '', ...browser].map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  // Older stored choices use the country code for Japanese.
  return codes.map((code) => (code === 'jp' ? 'ja' : code)).find(isLanguage) ?? 'en'
}

const COUNTS: ReadonlySet<unknown> = new Set(['count', 'n'])

/**
 * Counts of thousands have the separators of all other figures: those of the company, before a sign-in those of the language. Other numbers
 * in texts, such as that of an order, are shown as they are.
 */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, _format, language, options) =>
    value >= 1_000 && COUNTS.has(options?.interpolationkey) ? figure(value, language ?? 'en') : value,
}

let figure = (value: number, language: string): string => new Intl.NumberFormat(language).format(value)

/** Replaces the separators of counts. The sign-in page does without the formats of a company, so that it loads quickly. */
export function countWith(write: typeof figure): void {
  figure = write
}

/** Loads the translations before the first screen. */
export async function startWords(): Promise<void> {
  const language = preferredLanguage(recall(CHOICE), navigator.languages)
  await i18n
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      lng: language,
      // Every language is complete, so that English is loaded only if the file of another cannot be fetched.
      fallbackLng: false,
      defaultNS: 'common',
      resources: {},
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
  await show(language)
}

/** Whether the language is shown now. Without a network it may be missing on this device; the present one stays then. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  if (!(await loadLanguage(language))) return false
  remember(CHOICE, language)
  await show(language)
  return true
}

async function show(language: Language): Promise<void> {
  const shown = (await loadLanguage(language)) ? language : 'en'
  if (shown !== language) await loadLanguage(shown)
  document.documentElement.lang = shown
  await i18n.changeLanguage(shown)
}

/** All translations of a language are one file, which the worker caches, so that no screen waits for its own. */
export async function loadLanguage(language: Language): Promise<boolean> {
  if (i18n.hasResourceBundle(language, 'common')) return true
  const response = await fetch(`/locales/${language}.json`).catch(() => null)
  const texts: Record<string, object> = response?.ok ? await response.json().catch(() => ({})) : {}
  for (const [namespace, bundle] of Object.entries(texts)) i18n.addResourceBundle(language, namespace, bundle)
  return i18n.hasResourceBundle(language, 'common')
}

/** The user guide is a file of its own, which is loaded when it is opened. */
export async function loadGuide(language: string): Promise<boolean> {
  if (i18n.hasResourceBundle(language, 'guide')) return true
  const response = await fetch(`/locales/guide-${language}.json`).catch(() => null)
  const texts: object | null = response?.ok ? await response.json().catch(() => null) : null
  if (texts) i18n.addResourceBundle(language, 'guide', texts)
  return texts !== null
}

/** Stores the choice for the next start; false if the browser stores nothing. */
export function storeLanguage(language: Language): boolean {
  return remember(CHOICE, language)
}
