import { Button, Group } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import { type Map as BaseMap, Marker, Popup } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import Supercluster from 'supercluster'
import { useBaseMap } from '#app/components/map/base-map.ts'
import { isPlaced, offsetsOf, originOf, type Position, viewOf, wrapped } from '#app/components/map/map-view.ts'
import { MapFailureAlert } from '#app/components/position/MapFailureAlert.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { formats } from '#app/data/formats.ts'
import { SelectionBar } from '#app/ui/table/SelectionBar.tsx'
import type { Selection } from '#app/ui/table/use-selection.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { fromIso } from '#domain/time.ts'
import { FleetActions } from './FleetActions.tsx'
import classes from './FleetMap.module.css'
import { type FleetMachine, isOffline } from './fleet-machine.ts'
import { MachineLink } from './MachineLink.tsx'

/** From this zoom on, machines are not clustered. */
const NEAREST = 16

type Placed = FleetMachine & Position

type Props = {
  machines: readonly FleetMachine[]
  /** The filter. When it changes, the map fits to the machines again. */
  narrowedBy: string
  /** Shown if there is no map. */
  list: ReactNode
  /** The selection, which the list shares. */
  selection: Selection<FleetMachine>
}

/** The machines at their positions, clustered. The map is part of the app and works offline. */
export default function FleetMap({ machines, narrowedBy, list, selection }: Props) {
  const { t } = useTranslation('machines')
  const placed = useMemo(() => machines.filter(isPlaced), [machines])
  const frame = useRef<HTMLDivElement>(null)
  const viewIn = ({ clientWidth: width, clientHeight: height }: HTMLElement) => viewOf(placed, { width, height })
  const { map, failure } = useBaseMap(frame, viewIn)
  const [chosenId, setChosen] = useState<number | null>(null)
  const [isSelecting, setSelecting] = useState(false)
  // The markers are drawn outside of React and call the latest selection.
  const latest = useRef(selection)
  latest.current = selection
  const chosenIds = selection.rows.map(({ id }) => id).join()
  const chosen = placed.find(({ id }) => id === chosenId)

  const fitted = useRef(narrowedBy)
  useEffect(() => {
    if (!map || fitted.current === narrowedBy) return
    fitted.current = narrowedBy
    const { lat, lng, zoom } = viewIn(map.getContainer())
    map.easeTo({ center: [lng, lat], zoom })
  })

  // Longitudes are relative to `origin`, because clusters do not reach across the antimeridian.
  const { clusters, origin } = useMemo(() => {
    const origin = originOf(placed)
    const made = new Supercluster<{ machine: Placed }>({ radius: 56, maxZoom: NEAREST - 1 })
    made.load(
      placed.map((machine) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [wrapped(machine.lng - origin), machine.lat] },
        properties: { machine },
      })),
    )
    return { clusters: made, origin }
  }, [placed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the markers show which machines are selected.
  useEffect(() => {
    if (!map) return
    let markers: Marker[] = []
    const draw = () => {
      for (const marker of markers) marker.remove()
      const bounds = map.getBounds()
      const inSight = clusters.getClusters(
        [bounds.getWest() - origin, bounds.getSouth(), bounds.getEast() - origin, bounds.getNorth()],
        Math.floor(map.getZoom()),
      )
      const offsets = offsetsOf(inSight.flatMap(({ properties }) => ('machine' in properties ? [properties.machine] : [])))
      markers = inSight.map(({ geometry, properties }) => {
        const [east = 0, lat = 0] = geometry.coordinates
        const lng = wrapped(east + origin)
        const offset = 'machine' in properties ? offsets.get(properties.machine) : undefined
        const element = document.createElement('button')
        element.type = 'button'
        if ('cluster' in properties && properties.cluster) {
          const count = properties.point_count
          element.className = classes.cluster ?? ''
          element.textContent = String(count)
          element.setAttribute('aria-label', t('mapCluster', { count }))
          const id = properties.cluster_id
          const inside = isSelecting ? clusters.getLeaves(id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.machine) : []
          const isWhole = inside.length > 0 && inside.every((machine) => latest.current.has(machine))
          if (isSelecting) element.setAttribute('aria-pressed', String(isWhole))
          element.addEventListener('click', () =>
            isSelecting
              ? latest.current.set(inside, !isWhole)
              : map.easeTo({ center: [lng, lat], zoom: clusters.getClusterExpansionZoom(id) }),
          )
        } else if ('machine' in properties) {
          const { machine } = properties
          const { id, name, state } = machine
          element.className = classes.machine ?? ''
          element.dataset.kind = kindOf(state)
          element.setAttribute('aria-label', name)
          if (isSelecting) element.setAttribute('aria-pressed', String(latest.current.has(machine)))
          element.addEventListener('click', (event) => {
            event.stopPropagation()
            if (isSelecting) latest.current.toggle(machine, false)
            else setChosen(id)
          })
        }
        return new Marker({ element, ...(offset && { offset }) }).setLngLat([lng, lat]).addTo(map)
      })
    }
    draw()
    map.on('moveend', draw)
    return () => {
      map.off('moveend', draw)
      for (const marker of markers) marker.remove()
    }
  }, [map, clusters, origin, t, isSelecting, chosenIds])

  if (failure) return <MapFailureAlert failure={failure} list={list} />
  return (
    <>
      {map && (
        <Group gap="sm" mb="sm">
          <Button
            variant={isSelecting ? 'filled' : 'default'}
            mih={48}
            leftSection={<IconPointer size={18} aria-hidden />}
            onClick={() => {
              setChosen(null)
              setSelecting(!isSelecting)
            }}
          >
            {t(isSelecting ? 'mapSelect.done' : 'mapSelect.select')}
          </Button>
          {isSelecting && (
            <Button variant="default" mih={48} onClick={() => selection.set(inView(map, placed), true)}>
              {t('mapSelect.all')}
            </Button>
          )}
        </Group>
      )}
      <section ref={frame} className={classes.map} aria-label={t('views.MAP')} data-selecting={isSelecting || undefined} />
      <SelectionBar selection={selection} hasPhone>
        <FleetActions machines={selection.rows} />
      </SelectionBar>
      {placed.length < machines.length && <p className={classes.without}>{t('mapWithout', { count: machines.length - placed.length })}</p>}
      {map && chosen && <Words key={chosen.id} map={map} machine={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const inView = (map: BaseMap, machines: readonly Placed[]) => {
  const bounds = map.getBounds()
  return machines.filter(({ lng, lat }) => bounds.contains([lng, lat]))
}

/** A popup with the data of one machine. */
function Words({ map, machine, onClose }: { map: BaseMap; machine: Placed; onClose(): void }) {
  const { t } = useTranslation('machines')
  const { fullTime, number, percentage } = formats()
  const content = useMemo(() => document.createElement('div'), [])
  const close = useRef(onClose)
  close.current = onClose
  const { lat, lng } = machine
  useEffect(() => {
    const popup = new Popup({ offset: 16, maxWidth: '18rem' }).setLngLat([lng, lat]).setDOMContent(content).addTo(map)
    const closed = () => close.current()
    popup.on('close', closed)
    return () => {
      popup.off('close', closed)
      popup.remove()
    }
  }, [map, content, lat, lng])
  return createPortal(
    <div className={classes.words}>
      <MachineLink machine={machine} className={classes.link} />
      <StateBadge state={machine.state} alerts={machine.alerts} />
      <dl className={classes.facts}>
        <dt>{t('temperature')}</dt>
        <dd>{machine.temperature === undefined ? '–' : t('celsius', { value: number(machine.temperature) })}</dd>
        <dt>{t('lastRefill')}</dt>
        <dd>{machine.lastRefill ? fullTime(fromIso(machine.lastRefill)) : '–'}</dd>
        <dt>{t('column.signal')}</dt>
        <dd>{isOffline(machine) || machine.signalStrength === undefined ? '–' : percentage(machine.signalStrength)}</dd>
      </dl>
    </div>,
    content,
  )
}
