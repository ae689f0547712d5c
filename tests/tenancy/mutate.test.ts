import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { allGuards, BY_SYSTEM, guardsIn, missingKinds, without } from './guards.ts'
import { openMutatedServer } from './mutated-server.ts'
import { outdatedEntries } from './redundant-guards.ts'

const guards = allGuards()

describe('guards of the server', () => {
  test('every condition on a company is found, in every notation', () => {
    const source = `sql\`from a join b on b.company_id = a.company_id where a.company_id = \${company}\`; and(eq(users.companyId, key.companyId))`
    const found = guardsIn('server/features/x.store.ts', source)
    expect(found.map(({ wall }) => wall)).toEqual([true, true, true])
    expect(without(found, source)).toBe('sql`from a join b on true where true`; and(undefined)')
    const stores = new Set(guards.filter(({ wall }) => wall).map(({ file }) => file.split('/')[2]))
    expect([...stores]).toEqual(expect.arrayContaining(['account', 'machines', 'products', 'slots', 'stock']))
  })

  test('the count of each kind is at least its minimum', () => {
    expect(missingKinds(guards)).toEqual([])
    expect(missingKinds(guards.slice(1))).toHaveLength(1)
  })

  test('every file that works across companies exists and has guards', () => {
    const files = new Set(guards.map(({ file }) => file))
    expect(BY_SYSTEM.filter((file) => !files.has(file))).toEqual([])
  })

  test('every listed redundant guard exists', () => {
    expect(outdatedEntries(guards)).toEqual([])
    expect(outdatedEntries([])).not.toEqual([])
  })
})

describe('tenancy tests', { timeout: 600_000 }, () => {
  let server: Awaited<ReturnType<typeof openMutatedServer>>
  beforeAll(async () => {
    server = await openMutatedServer()
  }, 600_000)
  afterAll(() => server.close())

  // A test that always fails would detect everything.
  test('pass without mutation, with row-level security off', async () => {
    expect(server.day.filter((line) => / 2\d\d /.test(line)).length).toBeGreaterThan(150)
    expect(server.untouched.wrong).toEqual([])
    expect(server.untouched.statements).toBeGreaterThan(400)
    if (isLong) expect((await server.runTests([])).detected).toBeNull()
  })

  test.each(
    [
      ['the company of a list of machines', 'server/http/machine-access.ts', 'm.company_id = '],
      ['the company of the products in a slot', 'server/features/slots/slots.store.ts', 'pr.company_id = '],
      ['whether a serviceman was given the machine', 'server/http/machine-access.ts', 'assignedAt === null'],
    ].slice(0, isLong ? undefined : 1) as [string, string, string][],
  )('fail without %s', async (_what, file, text) => {
    const guard = guards.findLast((one) => one.file === file && one.text.startsWith(text))
    if (!guard) throw new Error(`"${text}" is no longer in ${file}: name another guard here`)
    expect((await server.runTests([guard])).detected).not.toBeNull()
  })

  test('pass without any company filter: row-level security alone separates the companies', async () => {
    const walls = guards.filter(({ wall, bySystem }) => wall && !bySystem)
    expect(walls.length).toBeGreaterThan(40)
    expect(await server.runWithRowSecurityOnly(walls)).toBeNull()
  })
})
