import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { lockDataDirectory } from './lock-file.ts'

type Taker = { pid: number; take(folder: string, at?: number): Promise<string>; kill(): Promise<void> }

const takers: ChildProcessWithoutNullStreams[] = []
const folders: string[] = []

afterEach(() => {
  for (const taker of takers.splice(0)) taker.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-lock-'))
  folders.push(folder)
  return folder
}

async function aTaker(): Promise<Taker> {
  const script = fileURLToPath(new URL('../../tests/chaos/lock-taker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script])
  takers.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => String((await lines.next()).value)
  expect(await said()).toBe('ready')
  return {
    pid: child.pid ?? 0,
    take: (folder, at = 0) => {
      child.stdin.write(`${JSON.stringify({ folder, at })}\n`)
      return said()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('a second process on the same data directory is refused, and told who has it', async () => {
  const [folder, first, second] = [aFolder(), await aTaker(), await aTaker()]
  expect(await first.take(folder)).toBe('held')
  expect(await second.take(folder)).toBe(`refused ${first.pid}`)
  expect(lockDataDirectory(folder)).toMatchObject({ heldBy: { pid: first.pid } })
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

test('of twenty that find a dead lock at once, exactly one gets it, and the others are told who', async () => {
  const lock = await aDeadLock()
  const starters = await Promise.all(Array.from({ length: 20 }, aTaker))
  for (let round = 0; round < 100; round++) {
    const folder = aFolder()
    writeFileSync(join(folder, 'roundsman.lock'), JSON.stringify({ ...lock, id: `dead-${round}` }))
    await expectOneToGetIt(starters, folder)
  }
})

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
)
