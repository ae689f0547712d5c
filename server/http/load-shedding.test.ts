import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { countDatabaseTime } from '../db/client.ts'
import type { Blocking } from './fair-queue.ts'
import { admissionFor, createLoadShedder, type Rank, TooBusy } from './load-shedding.ts'

/** A load shedder with one slot and its own clock; `serve` ends the current request after the given time. */
function aGate(atOnce = 1, { keptMs, what = 'database' }: { keptMs?: number | (() => number); what?: Blocking['what'] } = {}) {
  let at = 0
  const ends: (() => void)[] = []
  const measure = async <T>(work: () => Promise<T>, report: (ms: number) => void) => {
    const result = await work()
    report(typeof keptMs === 'function' ? keptMs() : (keptMs ?? 0))
    return result
  }
  const gate = createLoadShedder({ atOnce, now: () => at, blocking: { what, measure } })
  const work = () => new Promise<void>((end) => ends.push(end))
  /** Waits until the load shedder has run its pending callbacks. */
  const settled = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next))
  }
  return {
    come: () => gate.check('read'),
    wait: (ms: number) => {
      at += ms
    },
    settled,
    enter: (rank: Rank, flow?: string) =>
      gate.through(rank, work, flow).then(
        () => 'served',
        (error: unknown) => (error instanceof TooBusy ? 'sent away' : error),
      ),
    serve: async (tookMs: number) => {
      await settled()
      at += tookMs
      ends.shift()?.()
      await settled()
    },
    working: () => ends.length,
  }
}

/** Trains the expected duration with requests of this length. */
async function accustomed(tookMs: number, ranks: readonly Rank[] = ['work']) {
  const gate = aGate()
  for (let index = 0; index < 200 * ranks.length; index++) {
    const entered = gate.enter(ranks[index % ranks.length] as Rank)
    await gate.serve(tookMs)
    await entered
  }
  return gate
}

describe('load shedder', () => {
  it('runs no more than the limit at once, and the others in order', async () => {
    const gate = aGate()
    const all = [gate.enter('read'), gate.enter('read'), gate.enter('read')]
    for (let served = 0; served < 3; served++) {
      await gate.serve(1)
      expect(gate.working()).toBe(served < 2 ? 1 : 0)
    }
    expect(await Promise.all(all)).toEqual(['served', 'served', 'served'])
  })

  it('rejects reads before writes, and both early', async () => {
    const gate = await accustomed(10)
    const entered = Array.from({ length: 17 }, () => gate.enter('work'))
    expect(await gate.enter('read')).toBe('sent away')
    const more = Array.from({ length: 10 }, () => gate.enter('work'))
    expect(await gate.enter('work')).toBe('sent away')
    for (let served = 0; served < 27; served++) await gate.serve(10)
    expect(new Set(await Promise.all([...entered, ...more]))).toEqual(new Set(['served']))
    const after = gate.enter('read')
    await gate.serve(10)
    expect(await after).toBe('served')
  })

  it('rejects none of a few requests, however slow they are', async () => {
    const gate = await accustomed(5_000)
    const entered = Array.from({ length: 5 }, () => gate.enter('read'))
    expect(await gate.enter('read')).toBe('sent away')
    for (let served = 0; served < 5; served++) await gate.serve(5_000)
    expect(new Set(await Promise.all(entered))).toEqual(new Set(['served']))
  })

  it('registers all arrivals before the next request runs, with a time limit', async () => {
    const gate = aGate()
    const comeAndLook = async (passingMs: number) => {
      for (let turn = 0; turn < 10; turn++) {
        gate.come()
        gate.wait(passingMs)
        await new Promise((next) => setImmediate(next))
      }
    }
    const first = gate.enter('work')
    await comeAndLook(0)
    expect(gate.working()).toBe(0)
    await gate.serve(10)
    expect(await first).toBe('served')

    const second = gate.enter('work')
    await comeAndLook(5)
    expect(gate.working()).toBe(1)
    await gate.serve(10)
    expect(await second).toBe('served')
  })

  it('keeps users from waiting behind devices', async () => {
    const gate = await accustomed(10, ['work', 'device'])
    const devices = Array.from({ length: 40 }, () => gate.enter('device'))
    const person = gate.enter('work')
    // The first device and the user, each from its own lane.
    await gate.serve(10)
    await gate.serve(10)
    expect(await person).toBe('served')
    for (let served = 0; served < 40; served++) await gate.serve(10)
    const outcomes = await Promise.all(devices)
    expect(outcomes.filter((word) => word === 'served').length).toBeGreaterThan(10)
    expect(outcomes).toContain('sent away')
  })

  it('rejects at once while running requests do not finish', async () => {
    const gate = await accustomed(1)
    const entered = Array.from({ length: 6 }, () => gate.enter('work'))
    gate.wait(1_000)
    expect(await gate.enter('work')).toBe('sent away')
    for (let served = 0; served < 6; served++) await gate.serve(1)
    expect(new Set(await Promise.all(entered))).toEqual(new Set(['served']))
  })

  it('hostile use: alternates between companies under a flood from one', async () => {
    const gate = await accustomed(10)
    const greedy = Array.from({ length: 20 }, () => gate.enter('work', 'company 1'))
    const modest = gate.enter('work', 'company 2')
    // The running request ends, and the next one is of the other company.
    await gate.serve(10)
    await gate.serve(10)
    expect(await Promise.race([modest, Promise.resolve('waits')])).toBe('served')
    for (let served = 0; served < 20; served++) await gate.serve(10)
    await Promise.all(greedy)
  })

  it('hostile use: rejects only the company with too many waiting requests', async () => {
    const gate = await accustomed(10)
    const greedy = Array.from({ length: 40 }, () => gate.enter('read', 'company 1'))
    const modest = gate.enter('read', 'company 2')
    for (let served = 0; served < 40; served++) await gate.serve(10)
    expect(await Promise.all(greedy)).toContain('sent away')
    expect(await modest).toBe('served')
  })

  it('hostile use: limits a company to a quarter of the slots while others are active', async () => {
    const gate = aGate(8)
    const alone = Array.from({ length: 8 }, () => gate.enter('work', 'company 1'))
    await gate.settled()
    expect(gate.working()).toBe(8)
    for (let served = 0; served < 8; served++) await gate.serve(1)
    await Promise.all(alone)
    const other = gate.enter('work', 'company 2')
    const greedy = Array.from({ length: 8 }, () => gate.enter('work', 'company 1'))
    await gate.settled()
    expect(gate.working()).toBe(3)
    for (let served = 0; served < 9; served++) await gate.serve(1)
    expect(new Set(await Promise.all([other, ...greedy]))).toEqual(new Set(['served']))
  })

  it('hostile use: runs one expensive request of a company while others are active', async () => {
    const gate = aGate(8)
    const cheap = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const read = gate.enter('read', 'company 2')
        await gate.serve(5)
        await read
      }
    }
    const report = () => gate.enter('read', 'company 1')
    await cheap(20)
    const first = report()
    await gate.serve(2_000)
    await first
    await cheap(20)
    const flood = [report(), report(), report()]
    await gate.settled()
    expect(gate.working()).toBe(1)
    const other = gate.enter('read', 'company 2')
    await gate.settled()
    expect(gate.working()).toBe(2)
    for (let served = 0; served < 4; served++) await gate.serve(50)
    expect(new Set(await Promise.all([other, ...flood]))).toEqual(new Set(['served']))
  })

  it('hostile use: runs one expensive request of a company that sends most of all requests', async () => {
    const gate = aGate(8)
    const served = async (flow: string, tookMs: number) => {
      const entered = gate.enter('read', flow)
      await gate.serve(tookMs)
      await entered
    }
    for (let index = 0; index < 5; index++) await served('company 2', 10)
    for (let index = 0; index < 100; index++) await served('company 1', 200)
    await served('company 2', 10)
    const flood = Array.from({ length: 4 }, () => gate.enter('read', 'company 1'))
    await gate.settled()
    expect(gate.working()).toBe(1)
    for (let count = 0; count < 4; count++) await gate.serve(200)
    await Promise.all(flood)
  })

  it('hostile use: pauses a company whose requests keep the event loop busy', async () => {
    let kept = 3
    const gate = aGate(8, { what: 'loop', keptMs: () => kept })
    const served = async (flow: string, keptMs: number) => {
      kept = keptMs
      const entered = gate.enter('work', flow)
      await gate.serve(keptMs)
      await entered
    }
    await served('company 2', 3)
    for (let index = 0; index < 17; index++) await served('company 1', 20)
    const next = gate.enter('work', 'company 1')
    await gate.settled()
    expect(gate.working()).toBe(0)
    const other = gate.enter('work', 'company 2')
    await gate.serve(3)
    expect(await other).toBe('served')
    gate.wait(2_000)
    const last = gate.enter('work', 'company 2')
    await gate.serve(3)
    await gate.serve(3)
    expect(await Promise.all([last, next])).toEqual(['served', 'served'])
  })

  it('pauses no company because the machine is slow', async () => {
    const gate = aGate(8, { what: 'loop', keptMs: 60 })
    for (let index = 0; index < 40; index++) {
      const entered = gate.enter('work', `company ${index % 2}`)
      await gate.serve(60)
      expect(await entered).toBe('served')
    }
  })

  it('a slow machine does not limit a company to one slot', async () => {
    const gate = aGate(8)
    for (let index = 0; index < 100; index++) {
      const entered = gate.enter('work', `company ${index % 2}`)
      await gate.serve(200)
      await entered
    }
    const all = Array.from({ length: 4 }, () => gate.enter('work', 'company 1'))
    await gate.settled()
    expect(gate.working()).toBe(2)
    for (let served = 0; served < 4; served++) await gate.serve(200)
    await Promise.all(all)
  })

  it('hostile use: pauses a company that uses more than its share of the database', async () => {
    const gate = aGate(2, { keptMs: 100 })
    const served = async (flow: string) => {
      const entered = gate.enter('read', flow)
      await gate.serve(100)
      return entered
    }
    await served('company 2')
    for (let index = 0; index < 3; index++) await served('company 1')
    const next = [gate.enter('read', 'company 1'), gate.enter('read', 'company 1')]
    await gate.settled()
    expect(gate.working()).toBe(1)
    await gate.serve(100)
    expect(gate.working()).toBe(0)
    gate.wait(2_000)
    const other = gate.enter('read', 'company 3')
    await gate.settled()
    await gate.serve(0)
    await gate.serve(0)
    expect(await Promise.all([other, ...next])).toEqual(['served', 'served', 'served'])
  })

  it('does not pause a company for requests that block the database briefly', async () => {
    const gate = aGate(2, { keptMs: 20 })
    const other = gate.enter('read', 'company 2')
    await gate.serve(20)
    await other
    for (let index = 0; index < 40; index++) {
      const entered = gate.enter('work', 'company 1')
      await gate.serve(20)
      expect(await entered).toBe('served')
    }
  })

  it('hostile use: runs other companies between two long requests of one', async () => {
    const gate = aGate(2, { keptMs: 400 })
    const other = gate.enter('read', 'company 2')
    await gate.serve(1)
    await other
    const long = [gate.enter('read', 'company 1'), gate.enter('read', 'company 1')]
    await gate.serve(400)
    expect(gate.working()).toBe(0)
    gate.wait(599)
    const again = gate.enter('read', 'company 3')
    await gate.settled()
    expect(gate.working()).toBe(1)
    gate.wait(1)
    await gate.serve(1)
    await again
    expect(gate.working()).toBe(1)
    await gate.serve(1)
    expect(await Promise.all(long)).toEqual(['served', 'served'])
  })

  it('resumes a company after its pause if there are no other requests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const gate = aGate(2, { keptMs: 400 })
    const other = gate.enter('read', 'company 2')
    await gate.serve(1)
    await other
    const long = [gate.enter('read', 'company 1'), gate.enter('read', 'company 1')]
    await gate.serve(400)
    expect(gate.working()).toBe(0)
    gate.wait(1_001)
    vi.advanceTimersByTime(1_001)
    await gate.settled()
    expect(gate.working()).toBe(1)
    await gate.serve(1)
    expect(await Promise.all(long)).toEqual(['served', 'served'])
  })

  it('does not pause a company that is alone', async () => {
    const gate = aGate(2, { keptMs: 400 })
    const long = ['company 1', 'company 1', 'company 1'].map((flow) => gate.enter('read', flow))
    await gate.serve(400)
    expect(gate.working()).toBe(2)
    for (let served = 0; served < 2; served++) await gate.serve(1)
    expect(await Promise.all(long)).toEqual(['served', 'served', 'served'])
  })
})

describe('load shedder of a database', () => {
  it.each([
    ['embedded', 1],
    ['postgresql', 0],
  ] as const)('pauses a company after a long transaction if that blocks others: %s', async (kind, waiting) => {
    let at = 0
    vi.spyOn(performance, 'now').mockImplementation(() => at)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    const gate = admissionFor({ kind, atOnce: 2 })
    await gate.through('read', async () => {}, 'company 2')
    const long = () =>
      countDatabaseTime(async () => {
        at += 400
      })
    await gate.through('read', long, 'company 1')
    const next = gate.through('read', async () => {}, 'company 1')
    expect(gate.state().waiting).toBe(waiting)
    at += 1_001
    vi.advanceTimersByTime(1_001)
    await next
  })
})
