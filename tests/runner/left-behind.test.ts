import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endRemainingProcesses, RUN_ID } from './left-behind.ts'

test.runIf(process.platform === 'linux')('a process left behind by the run is reported and killed', async () => {
  const runId = randomUUID()
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'], {
    env: { ...process.env, [RUN_ID]: runId },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  // Its environment is readable a moment after the event `spawn`.
  await once(child.stdout, 'data')
  expect(await endRemainingProcesses(runId, 0)).toEqual([expect.stringContaining(`${child.pid} `)])
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await endRemainingProcesses(runId, 0)).toEqual([])
})
