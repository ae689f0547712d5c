import { argumentsOf } from '../server/cli/arguments.ts'
import { readTable } from '../server/files/read-table.ts'
import { hostileFiles } from '../tests/support/hostile-sheets.ts'

/**
 * Measures the cost of hostile tables until they are refused: CPU time of the whole process, including the reader's thread, and memory
 * above idle.
 */
const { values } = argumentsOf('npx tsx bench/hostile-files.ts [--files 1000] [--seed 1]', {
  options: { files: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})

type Cost = { name: string; cpuMs: number; wallMs: number; memoryMb: number; how: string }
const costs: Cost[] = []

await readTable(Buffer.from('a;b\n1;2\n'))
for (const { name, bytes } of hostileFiles(Number(values.files), Number(values.seed))) {
  const [idle, used, since] = [process.memoryUsage.rss(), process.cpuUsage(), performance.now()]
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const table = await readTable(bytes)
  clearInterval(watch)
  const { user, system } = process.cpuUsage(used)
  const how = 'unreadable' in table ? table.unreadable : 'read'
  costs.push({ name, cpuMs: (user + system) / 1000, wallMs: performance.now() - since, memoryMb: (most - idle) / 1024 / 1024, how })
}

const at = (key: 'cpuMs' | 'wallMs' | 'memoryMb', part: number) => {
  const sorted = costs.map((cost) => cost[key]).toSorted((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0))
}
console.table(
  Object.fromEntries(
    (['cpuMs', 'wallMs', 'memoryMb'] as const).map((key) => [key, { p50: at(key, 0.5), p99: at(key, 0.99), most: at(key, 1) }]),
  ),
)
console.log(
  `${costs.length} files, ${costs.filter(({ how }) => how === 'read').length} of them read to their short end. The most expensive kinds:`,
)
const dearest = new Map<string, Cost>()
for (const cost of costs) {
  const kind = cost.name.replace(/ \(\d+\)$/, '')
  if (cost.cpuMs > (dearest.get(kind)?.cpuMs ?? 0)) dearest.set(kind, cost)
}
console.table(
  [...dearest]
    .map(([kind, { cpuMs, how }]) => ({ kind, cpuMs: Math.round(cpuMs), how }))
    .toSorted((a, b) => b.cpuMs - a.cpuMs)
    .slice(0, 12),
)
