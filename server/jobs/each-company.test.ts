import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../db/client.ts'
import { eachCompany } from './each-company.ts'

function watched() {
  const errors: unknown[] = []
  return { errors, ctx: { log: { error: (about: unknown) => errors.push(about) } as never } }
}

test('failure of one company is reported and does not stop the others', async () => {
  const { ctx, errors } = watched()
  const done: number[] = []
  const err = new Error('no such time zone')
  const outcome = await eachCompany(ctx, [{ company: 1 }, { company: 2 }, { company: 3 }], async ({ company }) => {
    if (company === 2) throw err
    done.push(company)
  })
  expect([outcome, done, errors]).toEqual(['failed', [1, 3], [{ err, company: 2 }]])
})

test('work ends when there is no database, because all companies would fail', async () => {
  const { ctx, errors } = watched()
  const begun: number[] = []
  const work = async (company: number) => {
    begun.push(company)
    throw new DatabaseUnavailable('no connection')
  }
  await expect(eachCompany(ctx, [1, 2], work)).rejects.toThrow('no connection')
  expect([begun, errors]).toEqual([[1], []])
})
