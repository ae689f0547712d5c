import type { Broken } from './facts.ts'
import { type Fault, NO_FAULTS, type Plan } from './plan.ts'
import { type Bugs, run } from './run.ts'

/** A smaller plan that breaks the same invariant: fewer faults, phones, users and tabs, and as few actions as possible. */
export async function shrink(plan: Plan, { invariant }: Broken, bugs: Bugs = {}): Promise<Plan> {
  let least = plan
  const tryOut = async (smaller: Plan): Promise<boolean> => {
    const { broken } = await run(smaller, bugs)
    if (broken?.invariant !== invariant) return false
    least = smaller
    return true
  }
  for (const fault of Object.keys(NO_FAULTS) as Fault[])
    if (least.faults[fault] > 0) await tryOut({ ...least, faults: { ...least.faults, [fault]: 0 } })
  for (const fewer of [{ phones: 1 }, { phones: 2 }, { people: 1 }, { tabs: 1 }, { locks: true }]) await tryOut({ ...least, ...fewer })
  for (let end = Math.ceil(least.actions / 2); end > 0; end = Math.floor(end / 2))
    while (least.actions > end && (await tryOut({ ...least, actions: least.actions - end })));
  for (let chunk = Math.ceil(least.actions / 4); chunk > 0; chunk = Math.floor(chunk / 2)) {
    for (let from = 0; from < least.actions; from += chunk) {
      const skip = Array.from({ length: chunk }, (_, index) => from + index).filter((action) => !least.skip.includes(action))
      if (skip.length > 0) await tryOut({ ...least, skip: [...least.skip, ...skip] })
    }
  }
  return least
}
