import { Client } from 'pg'
import { openLine } from '../../tests/load/line.ts'
import { devicesIn, EVENTS, sendVends } from '../ingest/vends.ts'
import { medians } from '../rounds.ts'
import { perSecond, type Row, rateOf } from '../table.ts'

const DEVICES = 4
const MESSAGES = 24
const ROUNDS = 3

/** Measures the vends that a fleet's devices send, with and without a manager who reads reports one after the other. */
export async function ingestBesideReports(
  url: string,
  { address, company, readReport }: { address: string; company: number; readReport: () => Promise<void> },
): Promise<Row> {
  const client = new Client({ connectionString: url })
  const line = openLine(Number(new URL(address).port))
  try {
    await client.connect()
    await client.query(
      `insert into devices (company_id, imei, type, machine_id, connected_at, claimed_at, created_at)
       select company_id, '99' || lpad(id::text, 13, '0'), 'TELEMETRY', id, now(), now(), now() from machines where company_id = $1
       order by id limit $2 on conflict do nothing`,
      [company, DEVICES],
    )
    const devices = await devicesIn(client, company, DEVICES)
    let reports = 0
    const alone = () => sendVends(line, devices, MESSAGES)
    const beside = async () => {
      const sending = { done: false }
      const reading = readUntil(sending, async () => {
        await readReport()
        reports++
      })
      try {
        return await alone()
      } finally {
        sending.done = true
        await reading
      }
    }
    const taken = await medians({ alone, beside }, ROUNDS)
    console.error(`  ${reports} reports`)
    const what = `ingest of ${EVENTS.toLocaleString('en')} vends a message from ${DEVICES} devices, while reports are read`
    return rateOf(what, taken.beside, { name: 'without reports', value: taken.alone }, 0.5, perSecond)
  } finally {
    line.hangUp()
    await client.end()
  }
}

async function readUntil(sending: { done: boolean }, read: () => Promise<void>): Promise<void> {
  while (!sending.done) await read()
}
