import type { Page } from './page.ts'
import type { Segment } from './segments.ts'

/** A temperature in a maker's own text format. */
export type Temperature = { name: string; centiCelsius: number; line: number }

const MAX_SENSORS = 16

/**
 * Makers' formats: `DETECTED TEMPERATURE*  600*C` has two implied decimals, `TEMP*55*C*DC` one. An explicit decimal point is also accepted.
 */
export const readTemperatures = (page: Page): Temperature[] =>
  page
    .all('MA5')
    .flatMap((segment) => {
      const at = segment.elements.findIndex((element, position) => position > 0 && /TEMP/i.test(element.slice(0, 100)))
      return at < 0 ? [] : temperatureOf(page, segment, at)
    })
    .slice(0, MAX_SENSORS)

function temperatureOf(page: Page, segment: Segment, at: number): Temperature[] {
  const [name, value, unit, form] = [0, 1, 2, 3].map((offset) => page.text(segment, at + offset) ?? '') as [string, string, string, string]
  const decimals = value.includes('.') ? 0 : form.startsWith('D') ? 1 : name.startsWith('DETECTED') ? 2 : null
  if (decimals === null || !/^-?\d{1,6}(\.\d{1,4})?$/.test(value) || !/^[CF]$/.test(unit)) {
    if (value) page.warn('TEMPERATURE_UNKNOWN', segment.line)
    return []
  }
  const degrees = Number(value) / 10 ** decimals
  const celsius = unit === 'F' ? ((degrees - 32) * 5) / 9 : degrees
  return [{ name, centiCelsius: Math.round(celsius * 100) + 0, line: segment.line }]
}
