import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A process that takes locks. It reports each as `held`, or as `refused` with the holder. */
export type Taker = { pid: number; take(folder: string, at?: number): Promise<string>; kill(): Promise<void> }

export async function startTaker(): Promise<Taker> {
  const script = fileURLToPath(new URL('lock-taker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script])
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  const first = await nextLine()
  if (first !== 'ready') throw new Error(`the process does not start: ${first}`)
  return {
    pid: child.pid ?? 0,
    take: (folder, at = 0) => {
      child.stdin.write(`${JSON.stringify({ folder, at })}\n`)
      return nextLine()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
