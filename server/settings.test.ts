import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test.each([
  [{ PORT: 'abc' }, 'The setting PORT must be a port number (it is "abc").'],
  [{ PORT: '99999' }, 'The setting PORT must be a port number (it is "99999").'],
  [{ LOG_LEVEL: 'verbose' }, 'The setting LOG_LEVEL must be silent, error, warn, info or debug (it is "verbose").'],
  [{ TRUSTED_PROXIES: 'two' }, 'The setting TRUSTED_PROXIES must be a number from 0 to 9 (it is "two").'],
  [{ DATABASE_REPLICA_URL: 'postgres://two/fleet' }, 'DATABASE_REPLICA_URL needs DATABASE_URL; set both, or only DATABASE_URL.'],
  [{ DATABASE_DIRECT_URL: 'postgres://one/fleet' }, 'DATABASE_DIRECT_URL needs DATABASE_URL; set both, or only DATABASE_URL.'],
  [{ DATABASE_REPLICA_URL: 'postgres://two,three/fleet' }, 'The setting DATABASE_REPLICA_URL must name one host.'],
  [{ PARTITION_TABLES: 'yes' }, 'The setting PARTITION_TABLES must be on or off (it is "yes").'],
  [{ DATABASE_REPLICA_LAG: 'soon' }, 'The setting DATABASE_REPLICA_LAG must be seconds from 0 to 9999 (it is "soon").'],
])('%o stops the start with a message', (environment, wrong) => expect(readSettings(environment)).toEqual({ wrong }))

const STORE = {
  PHOTO_STORE: 's3://photos/here/?endpoint=http://127.0.0.1:9000/&region=eu-central-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'b',
}

test('photo store is an address with bucket, prefix, endpoint and region', () => {
  const storeOf = (environment: NodeJS.ProcessEnv) => {
    const read = readSettings(environment)
    return 'wrong' in read ? read.wrong : read.settings.photoStore
  }
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  expect(storeOf(STORE)).toEqual({
    bucket: 'photos',
    prefix: 'here/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-central-1',
    credentials,
  })
  expect(storeOf({ ...STORE, PHOTO_STORE: 's3://photos', AWS_REGION: 'eu-north-1', AWS_SESSION_TOKEN: 't' })).toEqual({
    ...{ bucket: 'photos', prefix: '', endpoint: 'https://s3.eu-north-1.amazonaws.com', region: 'eu-north-1' },
    credentials: { ...credentials, sessionToken: 't' },
  })
  expect(storeOf({ ...STORE, AWS_SECRET_ACCESS_KEY: '' })).toBe('PHOTO_STORE needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; set both.')
  expect(storeOf({})).toBeNull()
})

test.each([
  'https://s3.example/photos',
  's3://a',
  's3://photos/a//b',
  's3://u:p@photos',
  's3://photos?endpoint=ftp://x',
  's3://photos?key=1',
])('photo store %s is refused', (address) =>
  expect(readSettings({ ...STORE, PHOTO_STORE: address })).toMatchObject({
    wrong: expect.stringContaining('must be an address such as s3://'),
  }),
)

test('a setting is also an argument, which comes before the environment', () => {
  const read = readSettings({ PORT: '9000', DEMO_SIZE: '5' }, ['--demo-size', '300', '--public-url=https://stock.example'])
  expect(read).toMatchObject({ settings: { port: 9000, demoSize: 300, publicUrl: 'https://stock.example' } })
})

test.each([
  [['--demo-sice', '300'], "Unknown option '--demo-sice'"],
  [['--port'], "Option '--port <value>' argument missing"],
  [['8080'], "Unexpected argument '8080'"],
])('%o stop the start with a message', (args, wrong) => expect(readSettings({}, args)).toEqual({ wrong: expect.stringContaining(wrong) }))
