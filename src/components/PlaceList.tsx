import { Title } from '@mantine/core'
import { IconChevronRight, IconExternalLink, type TablerIcon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { Card } from '#app/ui/Card.tsx'
import classes from './PlaceList.module.css'

/** `to`: a page of this app, absent if it has none. `href`: an external link. */
export type ListedPlace = { words: string; note?: string; Icon: TablerIcon } & ({ to: string } | { href: string })

/** `isGrid`: next to each other if there is room. */
type Props = { title: string; places: readonly ListedPlace[]; isGrid?: boolean }

const ADDRESS = /[^\s:：]+@\S+/

/** An e-mail address is on a line of its own if it does not fit behind the words, and breaks after its @ if it is longer than a line. */
const breakable = (note: string) => {
  const address = ADDRESS.exec(note)?.[0]
  if (!address) return note
  const [before, after] = note.split(address)
  const [name, host] = address.split('@')
  return (
    <>
      {before}
      <span className={classes.address}>
        {name}@<wbr />
        {host}
      </span>
      {after}
    </>
  )
}

/** A card of links; nothing without links. */
export function PlaceList({ title, places, isGrid = false }: Props) {
  const router = useRouter()
  const shown = places.filter((place) => !('to' in place) || place.to in router.routesByPath)
  if (shown.length === 0) return null
  return (
    <Card aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <ul className={classes.places} data-grid={isGrid || undefined}>
        {shown.map(({ words, note, Icon, ...place }) => {
          const isOurs = 'to' in place
          const address = isOurs ? place.to : place.href
          const isSite = !isOurs && address.startsWith('http')
          return (
            <li key={words}>
              <a
                href={address}
                className={classes.place}
                {...(isSite ? { target: '_blank', rel: 'noreferrer' } : {})}
                onClick={(event) => {
                  if (!isOurs || event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  void router.navigate({ href: address })
                }}
              >
                <Icon size={22} stroke={1.6} aria-hidden />
                <span className={classes.words}>
                  {words}
                  {note && <span className={classes.note}>{breakable(note)}</span>}
                </span>
                {isSite ? <IconExternalLink size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
              </a>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
