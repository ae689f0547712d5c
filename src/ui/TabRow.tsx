import { Tabs, type TabsListProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import classes from './TabRow.module.css'

/** Tabs in one row. On a phone it scrolls, with the chosen tab in the middle. */
export function TabRow({ chosen, ...props }: Omit<TabsListProps, 'className'> & { chosen: string }) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-active]')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  return <Tabs.List {...props} ref={row} className={classes.row ?? ''} />
}
