import { describe, expect, it } from 'vitest'
import type { Invariant } from './facts.ts'
import { type Plan, planOf, workingDay } from './plan.ts'
import { PLANTED } from './planted-bugs.ts'
import { type Bugs, run } from './run.ts'
import { shrink } from './shrink.ts'

const BUDGET = 300

async function firstBroken(
  bugs: Bugs,
  from = 1,
  plan: (seed: number) => Plan = planOf,
): Promise<{ seed: number; invariant: Invariant } | null> {
  for (let seed = from; seed < from + BUDGET; seed++) {
    const { broken } = await run(plan(seed), bugs)
    if (broken) return { seed, invariant: broken.invariant }
  }
  return null
}

describe('the simulation finds a planted bug', () => {
  it.each(Object.entries(PLANTED))('%s', { timeout: 600_000 }, async (_name, { breaks, from, isDay, ...bugs }) => {
    const found = await firstBroken(bugs, from, isDay ? workingDay : planOf)
    expect(found).not.toBeNull()
    expect(breaks).toContain(found?.invariant)
  })

  it('reports a much smaller plan than the one that found it', { timeout: 600_000 }, async () => {
    const bugs: Bugs = { serverBug: 'no idempotency' }
    const seed = (await firstBroken(bugs))?.seed ?? 0
    const { broken } = await run(planOf(seed), bugs)
    if (!broken) throw new Error('the bug was found before')
    const least = await shrink(planOf(seed), broken, bugs)
    expect(least.actions - least.skip.length).toBeLessThan(planOf(seed).actions / 4)
  })
})
