import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { closeDataFolder } from './data-folder.ts'

const around = mkdtempSync(join(tmpdir(), 'data-folder-'))
const folder = join(around, 'data')
afterEach(() => rmSync(around, { recursive: true, force: true }))

const modeOf = (...path: string[]) => statSync(join(around, ...path)).mode & 0o777

test('existing data directory that others can read is closed with its contents', () => {
  mkdirSync(join(folder, 'database', 'base'), { recursive: true })
  writeFileSync(join(folder, 'database', 'base', '1259'), 'hashes of passwords')
  writeFileSync(join(around, 'elsewhere'), 'of somebody else')
  symlinkSync(join(around, 'elsewhere'), join(folder, 'link'))
  for (const path of [folder, join(folder, 'database'), join(folder, 'database', 'base')]) chmodSync(path, 0o755)
  chmodSync(join(folder, 'database', 'base', '1259'), 0o666)
  chmodSync(join(around, 'elsewhere'), 0o644)

  expect(closeDataFolder(folder)).toBeNull()
  expect([modeOf('data'), modeOf('data', 'database'), modeOf('data', 'database', 'base')]).toEqual([0o700, 0o700, 0o700])
  expect(modeOf('data', 'database', 'base', '1259')).toBe(0o600)
  expect(modeOf('elsewhere')).toBe(0o644)
})

test.runIf(process.getuid?.() === 0)('data directory of another user stops the start with a message', () => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  chmodSync(around, 0o755)
  const [geteuid, seteuid] = [process.geteuid, process.seteuid]
  if (!geteuid || !seteuid) return
  seteuid(65_534)
  try {
    expect(closeDataFolder(folder)).toEqual({ wrong: expect.stringMatching(/^Other users of this machine can read .* \(EPERM\)/) })
  } finally {
    seteuid(0)
  }
})
