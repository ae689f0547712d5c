import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startTaker, type Taker } from '../../tests/chaos/lock-takers.ts'
import { lockDataDirectory, nameOfHolder } from './lock-file.ts'

/** A hundred rounds of processes that compete for the processor, in ms. */
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

test('second process on a data directory is refused and gets the holder', async () => {
  const [folder, first, second] = [aFolder(), await aTaker(), await aTaker()]
  expect(await first.take(folder)).toBe('held')
  expect(await second.take(folder)).toBe(`refused ${first.pid}`)
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: first.pid } })
})

test('error of an unwritable directory contains the reason', () => {
  const file = join(aFolder(), 'no-folder')
  writeFileSync(file, '')
  for (const [folder, code] of [
    [file, 'ENOTDIR'],
    [join(file, 'below'), 'ENOTDIR'],
    ...(process.platform === 'linux' ? [['/proc/nowhere/below', 'ENOENT'] as const] : []),
  ] as const)
    expect(lockDataDirectory(folder)).toEqual({ wrong: expect.stringContaining(`${folder} cannot be written to (${code})`) })
})

test('released lock is free', () => {
  const folder = aFolder()
  const lock = lockDataDirectory(folder)
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: process.pid } })
  if ('release' in lock) lock.release()
  expect(lockDataDirectory(folder)).toHaveProperty('release')
})

test('lock of another host is not taken over, and its name contains the file', () => {
  const folder = aFolder()
  const file = join(folder, 'roundsman.lock')
  writeFileSync(file, JSON.stringify({ pid: 1, startedAt: '1', host: 'replaced-container', id: 'a' }))
  const lock = lockDataDirectory(folder)
  if (!('heldBy' in lock)) throw new Error('the lock was taken over')
  expect(nameOfHolder(folder, lock.heldBy)).toBe(
    `process 1 of the host replaced-container (if that host is gone, delete ${file} and start again)`,
  )
})

test('lock of a killed process is taken over', async () => {
  const [folder, killed, next] = [aFolder(), await aTaker(), await aTaker()]
  await killed.take(folder)
  await killed.kill()
  expect(await next.take(folder)).toBe('held')
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: next.pid } })
})

test('process with a reused id does not keep a dead lock alive', async () => {
  const folder = aFolder()
  lockDataDirectory(folder)
  const path = join(folder, 'roundsman.lock')
  const holder = JSON.parse(readFileSync(path, 'utf8')) as { startedAt: string }
  writeFileSync(path, JSON.stringify({ ...holder, startedAt: holder.startedAt === '' ? '' : '1' }))
  // If the system does not report start times, only the process id is compared.
  expect('release' in lockDataDirectory(folder)).toBe(holder.startedAt !== '')
})

test('unreadable lock file blocks no process', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'roundsman.lock'), '')
  expect(lockDataDirectory(folder)).toHaveProperty('release')
})

/** The lock of a dead process, and of an heir that died during the takeover. */
async function aDeadLock(): Promise<object> {
  const [folder, dead] = [aFolder(), await aTaker()]
  await dead.take(folder)
  await dead.kill()
  return JSON.parse(readFileSync(join(folder, 'roundsman.lock'), 'utf8')) as object
}

async function expectOneToGetIt(starters: readonly Taker[], folder: string, at = 0): Promise<void> {
  const outcomes = await Promise.all(starters.map(({ take }) => take(folder, at)))
  const winners = starters.filter((_, index) => outcomes[index] === 'held')
  expect(winners).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['held', `refused ${winners[0]?.pid}`]))
}

test(
  'exactly one of twenty processes takes a dead lock; the others get the holder',
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
  'two processes never both take a dead lock, 100 rounds, %i dead heirs',
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

test('leftovers of processes that died while locking are deleted, those of others stay', async () => {
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
