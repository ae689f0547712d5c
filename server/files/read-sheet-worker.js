import { parentPort, workerData } from 'node:worker_threads'
import readXlsxFile from 'read-excel-file/node'

const [sheet] = await readXlsxFile(Buffer.from(workerData)).catch(() => [])
parentPort.postMessage(sheet?.data.map((row) => row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell))) ?? null)
