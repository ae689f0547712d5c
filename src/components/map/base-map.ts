import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AttributionControl, Map as BaseMap, type MapOptions, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import styleSheet from 'maplibre-gl/dist/maplibre-gl.css?url'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import './base-map.css'
import { siteInfo } from '#app/data/session.ts'
import type { MapFailure } from '../position/MapFailureAlert.tsx'
import { baseStyle } from './map-style.ts'
import type { View } from './map-view.ts'

setWorkerUrl(workerUrl)

/**
 * The built-in map in `frame`; it works offline. The view does not change with the colours.
 *
 * @param start returns the first view, once the size of the frame is known.
 */
export function useBaseMap(
  frame: RefObject<HTMLElement | null>,
  start: (frame: HTMLElement) => View,
  isMoved = true,
): { map: BaseMap | null; failure: MapFailure | null } {
  const scheme = useComputedColorScheme('light')
  const { data: site } = useQuery(siteInfo())
  const tiles = site?.mapTiles ?? null
  const view = useRef<View | null>(null)
  const first = useRef(start)
  const [map, setMap] = useState<BaseMap | null>(null)
  const [failure, setFailure] = useState<MapFailure | null>(null)

  useEffect(() => {
    const container = frame.current
    if (!container) return
    let isGone = false
    let made: BaseMap | null = null
    Promise.all([styled(), baseStyle(scheme, tiles)]).then(
      ([, style]) => {
        if (isGone) return
        const { lat, lng, zoom } = view.current ?? first.current(container)
        const options: MapOptions = {
          container,
          style,
          center: [lng, lat],
          zoom,
          attributionControl: false,
          maxZoom: 18,
          interactive: isMoved,
        }
        try {
          made = new BaseMap(options)
        } catch (error) {
          console.warn(error)
          return setFailure('not-supported')
        }
        made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
        made.addControl(new AttributionControl({ compact: false, customAttribution: 'Natural Earth' }))
        made.on('moveend', ({ target }) => {
          view.current = { ...target.getCenter(), zoom: target.getZoom() }
        })
        setMap(made)
      },
      (error: unknown) => {
        console.error(error)
        if (!isGone) setFailure('not-loaded')
      },
    )
    return () => {
      isGone = true
      setMap(null)
      made?.remove()
    }
  }, [scheme, tiles, frame, isMoved])
  return { map, failure }
}

/** The map's own styles, loaded on demand. */
const styled = () =>
  new Promise<void>((resolve, reject) => {
    if (document.querySelector(`link[href="${styleSheet}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = styleSheet
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error('the styles of the map could not be loaded')))
    document.head.append(link)
  })
