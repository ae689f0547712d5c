import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startTaker, type Taker } from '../../tests/chaos/lock-takers.ts'
import { lockDataDirectory } from './lock-file.ts'

/** A hundred rounds between processes that all want the processor at once. */
const LONG = 600_000

const takers: Taker[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(takers.splice(0).map((taker) => taker.kill()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-lock-'))
  folders.push(folder)
  return folder
}

async function aTaker(): Promise<Taker> {
  const taker = await startTaker()
  takers.push(taker)
  return taker
}

test('a second process on the same data directory is refused, and told who has it', async () => {
  const [folder, first, second] = [aFolder(), await aTaker(), await aTaker()]
  expect(await first.take(folder)).toBe('held')
  expect(await second.take(folder)).toBe(`refused ${first.pid}`)
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: first.pid } })
})

test('where nothing can be written, the sentence says so', () => {
  const file = join(aFolder(), 'no-folder')
  writeFileSync(file, '')
  for (const [folder, code] of [
    [file, 'ENOTDIR'],
    [join(file, 'below'), 'ENOTDIR'],
    ...(process.platform === 'linux' ? [['/proc/nowhere/below', 'ENOENT'] as const] : []),
  ] as const)
    expect(lockDataDirectory(folder)).toEqual({ wrong: expect.stringContaining(`${folder} cannot be written to (${code})`) })
})

test('a lock that was let go is free', () => {
  const folder = aFolder()
  const lock = lockDataDirectory(folder)
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: process.pid } })
  if ('release' in lock) lock.release()
  expect(lockDataDirectory(folder)).toHaveProperty('release')
})

test('the lock of a process that was killed is taken over', async () => {
  const [folder, killed, next] = [aFolder(), await aTaker(), await aTaker()]
  await killed.take(folder)
  await killed.kill()
  expect(await next.take(folder)).toBe('held')
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: next.pid } })
})

test('a process with the number of a dead one does not keep its lock alive', async () => {
  const folder = aFolder()
  lockDataDirectory(folder)
  const path = join(folder, 'roundsman.lock')
  const holder = JSON.parse(readFileSync(path, 'utf8')) as { startedAt: string }
  writeFileSync(path, JSON.stringify({ ...holder, startedAt: holder.startedAt === '' ? '' : '1' }))
  // Where the system does not tell when a process began, its number alone has to do.
  expect('release' in lockDataDirectory(folder)).toBe(holder.startedAt !== '')
})

test('a lock file that cannot be read keeps nobody out', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'roundsman.lock'), '')
  expect(lockDataDirectory(folder)).toHaveProperty('release')
})

/** What the lock of a process that is dead says; whoever took over from it and died on the way says the same. */
async function aDeadLock(): Promise<object> {
  const [folder, dead] = [aFolder(), await aTaker()]
  await dead.take(folder)
  await dead.kill()
  return JSON.parse(readFileSync(join(folder, 'roundsman.lock'), 'utf8')) as object
}

async function expectOneToGetIt(starters: readonly Taker[], folder: string, at = 0): Promise<void> {
  const said = await Promise.all(starters.map(({ take }) => take(folder, at)))
  const winners = starters.filter((_, index) => said[index] === 'held')
  expect(winners).toHaveLength(1)
  expect(new Set(said)).toEqual(new Set(['held', `refused ${winners[0]?.pid}`]))
}

test(
  'of twenty that find a dead lock at once, exactly one gets it, and the others are told who',
  async () => {
    const lock = await aDeadLock()
    const starters = await Promise.all(Array.from({ length: 20 }, aTaker))
    for (let round = 0; round < 100; round++) {
      const folder = aFolder()
      writeFileSync(join(folder, 'roundsman.lock'), JSON.stringify({ ...lock, id: `dead-${round}` }))
      await expectOneToGetIt(starters, folder)
    }
  },
  LONG,
)

test.each([0, 1, 2])(
  'two in the same moment never both take a dead lock, 100 times of 100, with %i heirs that died on the way',
  async (heirs) => {
    const lock = await aDeadLock()
    const starters = [await aTaker(), await aTaker()]
    for (let round = 0; round < 100; round++) {
      const folder = aFolder()
      const path = join(folder, 'roundsman.lock')
      writeFileSync(path, JSON.stringify({ ...lock, id: 'dead-0' }))
      for (let heir = 0; heir < heirs; heir++)
        writeFileSync(`${path}.after-dead-${heir}`, JSON.stringify({ ...lock, id: `dead-${heir + 1}` }))
      await expectOneToGetIt(starters, folder, Date.now() + 5)
    }
  },
  LONG,
)

test('what processes left behind that died while they took the lock is cleared away by the next, and nothing of the living', async () => {
  const [folder, dead] = [aFolder(), JSON.stringify(await aDeadLock())]
  const path = join(folder, 'roundsman.lock')
  for (const stray of ['one', 'after-two', 'half', 'new'])
    writeFileSync(`${path}.${stray}`, stray === 'half' || stray === 'new' ? '{' : dead)
  utimesSync(`${path}.half`, 0, 0)
  const living = aFolder()
  lockDataDirectory(living)
  writeFileSync(`${path}.living`, readFileSync(join(living, 'roundsman.lock')))
  lockDataDirectory(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['roundsman.lock', 'roundsman.lock.living', 'roundsman.lock.new'])
})
