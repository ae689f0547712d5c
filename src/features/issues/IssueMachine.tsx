import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getSession } from '#app/data/device.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Issue } from '#contract/issues.ts'

/** The machine that an issue is about; one out of service has no page any more. */
export function IssueMachine({ machine: { id, name, active } }: Pick<Issue, 'machine'>) {
  if (!active) return name
  return <Anchor renderRoot={(props) => <Link {...props} {...waysOf(getSession().account).machine(id)} />}>{name}</Anchor>
}
