import type { FeatureCollection } from 'geojson'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'

type Place = [name: string, lng: number, lat: number, rank: number]

/** Raster tiles configured by the operator, over the built-in map. */
type Tiles = { url: string; attribution: string }

const read = async <T>(path: string): Promise<T> => {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}

/** A colour of the theme in the current scheme. */
const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--mantine-color-${name}`).trim()

const SHADES = {
  light: { sea: 'slate-1', land: 'gray-0', urban: 'gray-3', line: 'slate-3', river: 'slate-2', text: 'slate-8', halo: 'white' },
  dark: { sea: 'dark-9', land: 'dark-6', urban: 'dark-5', line: 'slate-6', river: 'slate-8', text: 'slate-2', halo: 'dark-7' },
} as const

/** The built-in world map: loaded once, then available offline. */
export async function baseStyle(scheme: 'light' | 'dark', tiles: Tiles | null): Promise<StyleSpecification> {
  const [base, places] = await Promise.all([read<Topology>('/map/base.json'), read<Place[]>('/map/places.json')])
  const shade = SHADES[scheme]
  const layerOf = (name: string): FeatureCollection => {
    const object = base.objects[name]
    if (!object) throw new Error(`the map has no ${name}`)
    const made = feature(base, object)
    return made.type === 'FeatureCollection' ? made : { type: 'FeatureCollection', features: [made] }
  }
  const names = ['land', 'lakes', 'urban', 'rivers', 'states', 'borders']
  const fill = (id: string, shade: string): LayerSpecification => ({ id, type: 'fill', source: id, paint: { 'fill-color': colour(shade) } })
  const line = (id: string, shade: string, width: number): LayerSpecification => ({
    id,
    type: 'line',
    source: id,
    paint: { 'line-color': colour(shade), 'line-width': width },
  })
  return {
    version: 8,
    sources: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'geojson' as const, data: layerOf(name) }])),
      places: { type: 'geojson', data: { type: 'FeatureCollection', features: places.map(pointOf) } },
      ...(tiles ? { tiles: { type: 'raster' as const, tiles: [tiles.url], tileSize: 256, attribution: tiles.attribution } } : {}),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colour(shade.sea) } },
      fill('land', shade.land),
      fill('urban', shade.urban),
      fill('lakes', shade.sea),
      line('rivers', shade.river, 1),
      line('states', shade.river, 0.5),
      line('borders', shade.line, 1),
      ...(tiles ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
      ...(tiles ? [] : [labels(shade)]),
    ],
  }
}

const pointOf = ([name, lng, lat, rank]: Place): FeatureCollection['features'][number] => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { name, rank },
})

/** Smaller places are labelled at higher zoom. */
const labels = ({ text, halo }: { text: string; halo: string }): LayerSpecification => ({
  id: 'places',
  type: 'symbol',
  source: 'places',
  filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 2, 4, 4, 5, 6, 6, 7, 7, 8, 8, 10]],
  layout: {
    'text-field': ['get', 'name'],
    'text-size': 12,
    'text-anchor': 'top',
    'symbol-sort-key': ['get', 'rank'],
  },
  paint: { 'text-color': colour(text), 'text-halo-color': colour(halo), 'text-halo-width': 1.2 },
})
