import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY } from '#domain/time.ts'
import { makeWorkFolder, removeAbandonedFolders } from './work-folders.ts'

test('folders of ended processes are removed at the start, those of running ones stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'temp-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  const make = async (name: string, ageMs = 0) => {
    const path = join(folder, name)
    await mkdir(path)
    await writeFile(join(path, 'file'), 'x')
    const at = new Date(Date.now() - ageMs)
    await utimes(path, at, at)
    return path
  }
  const own = await makeWorkFolder()
  const killed = await make(`roundsman-import-${ended.pid}.123-abcdef`)
  const reused = await make(`roundsman-import-${process.pid}.1-abcdef`)
  const [recent, old] = [await make('roundsman-import-abcdef'), await make('roundsman-import-ghijkl', 2 * DAY)]
  const foreign = await make('roundsman-imports', 2 * DAY)
  await removeAbandonedFolders()
  const has = (paths: readonly string[]) => paths.map((path) => existsSync(path))
  expect(has([own, recent, foreign])).toEqual([true, true, true])
  expect(has([killed, old])).toEqual([false, false])
  // Only Linux reports the start time of a process.
  expect(existsSync(reused)).toBe(process.platform !== 'linux')
})
