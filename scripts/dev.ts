import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts the server, which restarts when its sources change, and Vite, which reloads the app. When one ends, so does the other. */
const run = (name: string, ...args: string[]) =>
  spawn(process.execPath, [join('node_modules', '.bin', name), ...args], { stdio: 'inherit' })

const children = [run('tsx', 'watch', '--clear-screen=false', 'server/main.ts'), run('vite')]
const stop = () => {
  for (const child of children) child.kill()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
