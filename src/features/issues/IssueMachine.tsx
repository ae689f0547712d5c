import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getSession } from '#app/data/device.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Issue } from '#contract/issues.ts'

/** The machine of a report; a deactivated one has no page. */
export function IssueMachine({ machine: { id, name, active } }: Pick<Issue, 'machine'>) {
  if (!active) return name
  return <Anchor renderRoot={(props) => <Link {...props} {...waysOf(getSession().account).machine(id)} />}>{name}</Anchor>
}
