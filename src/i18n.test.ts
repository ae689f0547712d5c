import { describe, expect, it } from 'vitest'
import { LANGUAGES, preferredLanguage } from './i18n.ts'

// The available languages are set in the test configuration: en, pl and ja.
describe('the language', () => {
  it('is the stored choice before the browser’s', () => expect(preferredLanguage('pl', ['en-GB'])).toBe('pl'))
  it('is the browser’s first available language', () => expect(preferredLanguage(null, ['de-DE', 'pl-PL', 'en'])).toBe('pl'))
  it('is Japanese for a stored jp', () => expect(preferredLanguage('jp', [])).toBe('ja'))
  it('is English if nothing matches', () => expect(preferredLanguage('xx', ['zh'])).toBe('en'))
  it('is offered by its own name, and only if its translations exist', () =>
    expect(LANGUAGES.map(({ name }) => name)).toEqual(['English', 'Polski', '日本語']))
})
