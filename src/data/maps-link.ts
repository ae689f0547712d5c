import type { Machine } from '#contract/machines.ts'

type Place = Pick<Machine, 'name' | 'address' | 'lat' | 'lng'>

/**
 * The address that opens a machine's location in the phone's own maps, which may have the region offline; elsewhere a map in the browser.
 * Null if there is neither a position nor an address.
 */
export function mapsLink({ name, address, lat, lng }: Place, agent: string): string | null {
  const position = lat === null || lng === null ? null : `${lat},${lng}`
  if (!position && !address) return null
  const words = encodeURIComponent(position ? name : (address ?? ''))
  if (/Android/.test(agent)) return position ? `geo:${position}?q=${position}(${words})` : `geo:0,0?q=${words}`
  if (/iPhone|iPad|iPod/.test(agent)) return position ? `maps:?daddr=${position}&q=${words}` : `maps:?daddr=${words}`
  return position
    ? `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`
    : `https://www.openstreetmap.org/search?query=${words}`
}
