import { expect, test } from 'vitest'
import { addressesOf } from './primary.ts'

test('a connection string with several hosts is one address for each', () => {
  expect(addressesOf('postgres://roundsman:p%40ss@one,two:5433/fleet?sslmode=require&target_session_attrs=read-write')).toEqual([
    'postgres://roundsman:p%40ss@one/fleet?sslmode=require',
    'postgres://roundsman:p%40ss@two:5433/fleet?sslmode=require',
  ])
  expect(addressesOf('postgresql://[::1]:5432,[::2]/fleet?target_session_attrs=primary')).toEqual([
    'postgresql://[::1]:5432/fleet',
    'postgresql://[::2]/fleet',
  ])
  expect(addressesOf('postgres://localhost/fleet')).toEqual(['postgres://localhost/fleet'])
  expect(addressesOf('postgres:///fleet?host=/var/run/postgresql')).toEqual(['postgres:///fleet?host=%2Fvar%2Frun%2Fpostgresql'])
})

test('a connection string that cannot be used is refused with the reason', () => {
  expect(addressesOf('postgres://one/fleet?target_session_attrs=standby')).toEqual({
    wrong: 'target_session_attrs must be read-write or primary',
  })
  expect(addressesOf('postgres://one,/fleet')).toEqual({ wrong: 'names an empty host' })
  expect(addressesOf('mysql://one/fleet')).toMatchObject({ wrong: expect.stringContaining('must begin with postgres://') })
})
