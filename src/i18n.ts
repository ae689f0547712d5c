import i18n from 'i18next'
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
export type Language = keyof typeof NAMES

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

type Words = Record<string, Record<string, unknown>>

/** All translations of a language are one file, which the worker caches, so that no screen waits for its own. */
async function wordsOf(language: Language): Promise<Words> {
  const response = await fetch(`/locales/${language}.json`).catch(() => null)
  return response?.ok ? response.json().catch(() => ({})) : {}
}

/** Loads the translations before the first screen. English is the fallback. */
export async function startWords(): Promise<void> {
  const language = preferredLanguage(recall(CHOICE), navigator.languages)
  const [own, english] = await Promise.all([language === 'en' ? null : wordsOf(language), wordsOf('en')])
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en: english, ...(own ? { [language]: own } : {}) },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
}

export async function chooseLanguage(language: Language): Promise<void> {
  const words = i18n.hasResourceBundle(language, 'common') ? {} : await wordsOf(language)
  for (const [namespace, bundle] of Object.entries(words)) i18n.addResourceBundle(language, namespace, bundle)
  remember(CHOICE, language)
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}

/** Stores the choice for the next start; false if the browser stores nothing. */
export function keepLanguage(language: Language): boolean {
  return remember(CHOICE, language)
}
