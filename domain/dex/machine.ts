import { type MachineTime, machineTime } from './machine-time.ts'
import type { Page } from './page.ts'

/** The machine as it identifies itself. */
export type Machine = {
  serial: string | null
  model: string | null
  build: string | null
  location: string | null
  assetNumber: string | null
  /** The sender of the audit: the machine or the device in it, and the version of the standard. */
  sender: string | null
  version: string | null
}

export const BOARDS = ['control', 'changer', 'validator', 'cashless-1', 'cashless-2'] as const
type BoardKind = (typeof BOARDS)[number]
export type Board = { kind: BoardKind; serial: string | null; model: string | null; software: string | null }

const BLOCK_OF: Readonly<Record<BoardKind, string>> = {
  control: 'CB1',
  changer: 'CA1',
  validator: 'BA1',
  'cashless-1': 'DA1',
  'cashless-2': 'DB1',
}

/** Previous read-outs by any reader: each read-out with a reset clears the interval counters. */
export type Reads = {
  withReset: number | null
  at: MachineTime | null
  previousAt: MachineTime | null
  total: number | null
  resets: number | null
}

export function readMachine(page: Page): Machine {
  const [id1, dxs] = [page.one('ID1'), page.one('DXS')]
  return {
    serial: page.text(id1, 1),
    model: page.text(id1, 2),
    build: page.text(id1, 3),
    location: page.text(id1, 4),
    assetNumber: page.text(id1, 6),
    sender: page.text(dxs, 1),
    version: page.text(dxs, 3),
  }
}

/** The boards that report an identity. */
export const readBoards = (page: Page): Board[] =>
  BOARDS.map((kind) => {
    const block = page.one(BLOCK_OF[kind])
    return { kind, serial: page.text(block, 1), model: page.text(block, 2), software: page.text(block, 3) }
  }).filter(({ serial, model, software }) => serial ?? model ?? software)

/** The machine's clock at the read-out; null if it has none or the time is invalid. */
export function readClock(page: Page): MachineTime | null {
  const [id5, ea3] = [page.one('ID5'), page.one('EA3')]
  for (const [block, date] of [[id5, 1] as const, [ea3, 2] as const]) {
    const value = machineTime(page.text(block, date) ?? '', page.text(block, date + 1) ?? '')
    if (block && value.isPresent && !value.at) page.warn('CLOCK_ABSURD', block.line)
    if (value.at) return value.at
  }
  return null
}

export function readReads(page: Page): Reads {
  const ea3 = page.one('EA3')
  return {
    withReset: page.number(ea3, 1),
    at: page.time(ea3, 2, 3),
    previousAt: page.time(ea3, 5, 6),
    total: page.number(ea3, 9),
    resets: page.number(ea3, 10),
  }
}
