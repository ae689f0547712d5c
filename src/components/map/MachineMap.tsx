import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MapFailureAlert } from '../position/MapFailureAlert.tsx'
import { useBaseMap } from './base-map.ts'
import classes from './MachineMap.module.css'
import { NEAR, NOWHERE, type Position, wrapped } from './map-view.ts'

/** Pixels that a key moves the pin; with Shift for small distances. */
const STEP = 16
const SMALL_STEP = 2
/** Shows about 50 kilometres. */
const REGION = 9

const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Props = {
  name: string
  position: Position | null
  /** Called when the pin is moved by dragging, keys, or a click. Without it the map is read-only. */
  onMove?: ((position: Position) => void) | undefined
  /** The middle of the first view without a position. */
  around?: Position | null
}

/** The position of a machine on the built-in map. */
export function MachineMap({ name, position, onMove, around }: Props) {
  const { t } = useTranslation('machines')
  const frame = useRef<HTMLDivElement>(null)
  const { map, failure } = useBaseMap(
    frame,
    () => (position ? { ...position, zoom: NEAR } : around ? { ...around, zoom: REGION } : NOWHERE),
    onMove !== undefined,
  )
  const moved = useRef(onMove)
  moved.current = onMove
  const isMovable = onMove !== undefined
  const { lat, lng } = position ?? {}

  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    const pin = isMovable ? movablePin(t('pin', { machine: name })) : pinFor(t('pinOf', { machine: name }))
    const marker = new Marker({ element: pin, anchor: 'bottom', draggable: isMovable }).setLngLat([lng, lat]).addTo(map)
    const report = (at: { lat: number; lng: number }) => moved.current?.(rounded(at))
    const hadFocus = map.getContainer().dataset.pinFocus === 'true'
    if (hadFocus) pin.focus({ preventScroll: true })
    delete map.getContainer().dataset.pinFocus
    marker.on('dragend', () => report(marker.getLngLat()))
    pin.addEventListener('keydown', (event) => {
      const move = MOVES[event.key]
      if (!move || !isMovable) return
      event.preventDefault()
      event.stopPropagation()
      const step = event.shiftKey ? SMALL_STEP : STEP
      const { x, y } = map.project(marker.getLngLat())
      const to = map.unproject([x + move[0] * step, y + move[1] * step])
      map.getContainer().dataset.pinFocus = 'true'
      report(to)
    })
    if (!map.getBounds().contains([lng, lat])) map.jumpTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), NEAR) })
    return () => {
      marker.remove()
    }
  }, [map, lat, lng, isMovable, name, t])

  useEffect(() => {
    if (!map || !isMovable) return
    const place = ({ lngLat }: { lngLat: Position }) => moved.current?.(rounded(lngLat))
    map.on('click', place)
    return () => {
      map.off('click', place)
    }
  }, [map, isMovable])

  if (failure) return <MapFailureAlert failure={failure} />
  return (
    <div className={classes.whole}>
      <section ref={frame} className={classes.map} aria-label={t('mapOf', { machine: name })} />
      {map && isMovable && !position && (
        <Button
          variant="default"
          leftSection={<IconMapPinPlus size={18} aria-hidden />}
          onClick={() => moved.current?.(rounded(map.getCenter()))}
        >
          {t('pinHere')}
        </Button>
      )}
    </div>
  )
}

/** Six decimals are about ten centimetres. */
const rounded = ({ lat, lng }: Position): Position => ({ lat: Number(lat.toFixed(6)), lng: Number(wrapped(lng).toFixed(6)) })

const SVG = 'http://www.w3.org/2000/svg'
const SHAPE = 'M12 1a8 8 0 0 0-8 8c0 5.6 8 14 8 14s8-8.4 8-14a8 8 0 0 0-8-8zm0 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z'

function drawing(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', SHAPE)
  svg.append(path)
  return svg
}

function pinFor(label: string): HTMLElement {
  const pin = document.createElement('div')
  pin.setAttribute('role', 'img')
  pin.setAttribute('aria-label', label)
  pin.className = classes.pin ?? ''
  pin.append(drawing())
  return pin
}

/** A pin that keys can move; a click on it does not place it. */
function movablePin(label: string): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.setAttribute('aria-label', label)
  pin.className = classes.pin ?? ''
  pin.append(drawing())
  pin.addEventListener('click', (event) => event.stopPropagation())
  return pin
}
