import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test.each([
  [{ PORT: 'abc' }, 'The setting PORT must be a port number (it is "abc").'],
  [{ PORT: '99999' }, 'The setting PORT must be a port number (it is "99999").'],
  [{ LOG_LEVEL: 'verbose' }, 'The setting LOG_LEVEL must be silent, error, warn, info or debug (it is "verbose").'],
  [{ TRUSTED_PROXIES: 'two' }, 'The setting TRUSTED_PROXIES must be a number from 0 to 9 (it is "two").'],
])('%o stops the start with a message', (environment, wrong) => expect(readSettings(environment)).toEqual({ wrong }))
