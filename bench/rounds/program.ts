import type { Orienteering } from '#domain/rounds/orienteering.ts'

/** The problem as a mixed integer program: arcs `x`, begins `b` of visits, and whether they are after a break, `y`. */
export function programOf({ stops, vehicles, travel, cost }: Orienteering): string {
  const gains: string[] = []
  const rules: string[] = []
  const [binary, general]: [string[], string[]] = [[], []]
  const visits = stops.map((): string[] => [])
  vehicles.forEach((vehicle, v) => {
    const [start, end] = [stops.length + 2 * v, stops.length + 2 * v + 1]
    const allowed = stops.flatMap((_, stop) => (vehicle.mayVisit?.(stop) === false ? [] : [stop]))
    const arcs = [start, ...allowed].flatMap((from) => [...allowed, end].filter((to) => to !== from).map((to) => ({ from, to })))
    const x = ({ from, to }: { from: number; to: number }) => `x_${v}_${from}_${to}`
    const sum = (list: typeof arcs) => list.map((arc) => `+ ${x(arc)}`).join(' ')
    for (const arc of arcs) {
      binary.push(x(arc))
      const gain = (stops[arc.to]?.value ?? 0) - cost(arc.from, arc.to)
      gains.push(`${gain < 0 ? '-' : '+'} ${Math.abs(gain)} ${x(arc)}`)
      const [leaves, duration] = [arc.from === start, stops[arc.from]?.duration ?? 0]
      const needed = duration + travel(arc.from, arc.to)
      const far = 2_000
      if (leaves) rules.push(`b_${v}_${arc.to} - ${far} ${x(arc)} >= ${vehicle.leaves + needed - far}`)
      else rules.push(`b_${v}_${arc.to} - b_${v}_${arc.from} - ${far} ${x(arc)} >= ${needed - far}`)
    }
    rules.push(`${sum(arcs.filter(({ from }) => from === start))} = 1`, `${sum(arcs.filter(({ to }) => to === end))} = 1`)
    for (const stop of allowed) {
      const into = arcs.filter(({ to }) => to === stop)
      const out = arcs.filter(({ from }) => from === stop)
      rules.push(`${sum(into)} ${sum(out).replaceAll('+', '-')} = 0`)
      visits[stop]?.push(sum(into))
      const hours = vehicle.hours?.(stop) ?? stops[stop]
      general.push(`${hours?.opens} <= b_${v}_${stop} <= ${hours?.closes}`)
      for (const [index, { from, to }] of (hours?.breaks ?? []).entries()) {
        const isAfter = `y_${v}_${stop}_${index}`
        binary.push(isAfter)
        rules.push(`b_${v}_${stop} - 2000 ${isAfter} <= ${from}`, `b_${v}_${stop} - 2000 ${isAfter} >= ${to - 2_000}`)
      }
    }
    const loads = allowed.flatMap((stop) => arcs.filter(({ to }) => to === stop).map((arc) => `+ ${stops[stop]?.load ?? 0} ${x(arc)}`))
    if (loads.length > 0) rules.push(`${loads.join(' ')} <= ${vehicle.capacity ?? 1_000}`)
    general.push(`0 <= b_${v}_${end} <= ${vehicle.returns}`)
  })
  for (const into of visits) if (into.length > 0) rules.push(`${into.join(' ')} <= 1`)
  return [
    'Maximize',
    ` obj: ${gains.join('\n ')}`,
    'Subject To',
    ...rules.map((rule, index) => ` c${index}: ${rule}`),
    'Bounds',
    ...general.map((bound) => ` ${bound}`),
    'Binary',
    ` ${binary.join(' ')}`,
    'End',
  ].join('\n')
}
