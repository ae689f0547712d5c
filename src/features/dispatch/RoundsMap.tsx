import type { Feature } from 'geojson'
import { type GeoJSONSource, Marker, type Map as Surface } from 'maplibre-gl'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '#app/components/map/base-map.ts'
import { isPlaced, viewOf } from '#app/components/map/map-view.ts'
import { MapFailureAlert } from '#app/components/position/MapFailureAlert.tsx'
import type { Machine } from '#contract/machines.ts'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import { letterOf } from './board.ts'
import classes from './RoundsMap.module.css'

const LINES = 'rounds'

type Props = {
  rounds: readonly Round[]
  /** The first view shows them if no round has a stop yet. */
  machines: readonly Machine[]
  onChoose(round: Round, machine: MachineId): void
}

/**
 * Moves the map to a marker that got the focus and is not entirely inside its frame. The browser has scrolled the frame instead, which would
 * shift all markers away from their places.
 */
function showFocused(map: Surface, marker: HTMLElement, position: [lng: number, lat: number]): void {
  for (let part: HTMLElement | null = map.getCanvasContainer(); part; part = part === map.getContainer() ? null : part.parentElement)
    part.scrollTo(0, 0)
  const [frame, own] = [map.getContainer().getBoundingClientRect(), marker.getBoundingClientRect()]
  if (own.left >= frame.left && own.right <= frame.right && own.top >= frame.top && own.bottom <= frame.bottom) return
  map.jumpTo({ center: position })
}

/** The stops of all rounds with their letters and numbers, joined in their order by straight lines. */
export function RoundsMap({ rounds, machines, onChoose }: Props) {
  const { t } = useTranslation('dispatch')
  const frame = useRef<HTMLDivElement>(null)
  const placed = useMemo(
    () =>
      rounds.map((round, number) => ({
        round,
        number,
        stops: round.stops.flatMap(({ machineId, machine, state }, index) => {
          const { name, ...position } = machine
          return isPlaced(position) ? [{ machineId, name, state, index, lat: position.lat, lng: position.lng }] : []
        }),
      })),
    [rounds],
  )
  const { map, failure } = useBaseMap(frame, ({ clientWidth: width, clientHeight: height }) => {
    const stops = placed.flatMap((one) => one.stops)
    return viewOf(stops.length > 0 ? stops : machines.filter(isPlaced), { width, height })
  })
  // The markers are drawn outside of React and call the latest handler.
  const choose = useRef(onChoose)
  choose.current = onChoose

  useEffect(() => {
    if (!map) return
    const markers = placed.flatMap(({ round, number, stops }) =>
      stops.map(({ machineId, name, state, index, lat, lng }) => {
        const element = document.createElement('button')
        element.type = 'button'
        element.className = classes.marker ?? ''
        element.dataset.colour = String(number % 8)
        element.dataset.state = state
        element.textContent = `${letterOf(number)}${index + 1}`
        element.setAttribute('aria-label', t('marker', { number: index + 1, person: round.user.name, machine: name }))
        element.addEventListener('click', () => choose.current(round, machineId))
        element.addEventListener('focus', () => showFocused(map, element, [lng, lat]))
        return new Marker({ element }).setLngLat([lng, lat]).addTo(map)
      }),
    )
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, placed, t])

  useEffect(() => {
    if (!map) return
    const colours = getComputedStyle(map.getContainer())
    const features = placed.map(
      ({ number, stops }): Feature => ({
        type: 'Feature',
        properties: { colour: colours.getPropertyValue(`--round-${number % 8}`).trim() },
        geometry: { type: 'LineString', coordinates: stops.map(({ lng, lat }) => [lng, lat]) },
      }),
    )
    const data = { type: 'FeatureCollection' as const, features }
    const draw = () => {
      const source = map.getSource<GeoJSONSource>(LINES)
      if (source) return void source.setData(data)
      map.addSource(LINES, { type: 'geojson', data })
      map.addLayer({
        id: LINES,
        type: 'line',
        source: LINES,
        paint: { 'line-color': ['get', 'colour'], 'line-width': 2, 'line-opacity': 0.7 },
      })
    }
    // There is no style before it is loaded, and layers can be added from then on.
    if (map.getStyle()) draw()
    else map.once('styledata', draw)
    return () => {
      map.off('styledata', draw)
    }
  }, [map, placed])

  const missing = placed.reduce((sum, { round, stops }) => sum + round.stops.length - stops.length, 0)
  if (failure) return <MapFailureAlert failure={failure} />
  return (
    <div className={classes.whole}>
      <section ref={frame} className={classes.map} aria-label={t('mapLabel')} />
      {missing > 0 && <p className={classes.without}>{t('withoutPosition', { count: missing })}</p>}
    </div>
  )
}
