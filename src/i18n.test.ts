import { describe, expect, it } from 'vitest'
import { LANGUAGES, preferredLanguage } from './i18n.ts'

// The languages that exist are given by the test's configuration: en, pl and ja.
describe('the language', () => {
  it('is the stored choice before the browser’s', () => expect(preferredLanguage('pl', ['en-GB'])).toBe('pl'))
  it('is the first of the browser’s that is offered', () => expect(preferredLanguage(null, ['de-DE', 'pl-PL', 'en'])).toBe('pl'))
  it('is Japanese for a stored jp', () => expect(preferredLanguage('jp', [])).toBe('ja'))
  it('is English where nothing fits', () => expect(preferredLanguage('xx', ['zh'])).toBe('en'))
  it('is offered by its own name, and only where its words exist', () =>
    expect(LANGUAGES.map(({ name }) => name)).toEqual(['English', 'Polski', '日本語']))
})
