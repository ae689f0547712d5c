import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'

type Values = { [name: string]: unknown }

/**
 * Renders the templates of a chart as `helm template` does. It knows only what our chart uses: values, `quote`, `default` and `range` over a
 * map. Anything else is an error.
 */
export function renderChart(folder: string, release: string, overrides: Values = {}): unknown[] {
  const read = (name: string) => v.parse(v.record(v.string(), v.unknown()), parse(readFileSync(join(folder, name), 'utf8')))
  const chart = read('Chart.yaml')
  const scope = {
    Values: { ...read('values.yaml'), ...overrides },
    Release: { Name: release },
    Chart: { Name: chart.name, AppVersion: chart.appVersion },
  }
  const files = readdirSync(join(folder, 'templates')).toSorted()
  return files.map((file) => parse(render(readFileSync(join(folder, 'templates', file), 'utf8'), scope, {})))
}

const RANGE = /\n *\{\{- range \$(\w+), \$(\w+) := ([.\w]+) \}\}(\n[\s\S]*?)\n *\{\{- end \}\}/g

function render(template: string, scope: Values, variables: Values): string {
  const unrolled = template.replaceAll(RANGE, (_, name: string, value: string, path: string, body: string) =>
    Object.entries(Object(valueAt(path, scope, variables)))
      .map(([key, member]) => render(body, scope, { ...variables, [name]: key, [value]: member }))
      .join(''),
  )
  return unrolled.replaceAll(/\{\{ (.+?) \}\}/g, (_, expression: string) => evaluate(expression, scope, variables))
}

function evaluate(expression: string, scope: Values, variables: Values): string {
  const [first = '', ...filters] = expression.split(' | ')
  return filters.reduce(
    (text, filter) => {
      const [name, argument = ''] = filter.split(' ')
      if (name === 'quote') return JSON.stringify(text)
      if (name === 'default') return text || String(valueAt(argument, scope, variables))
      throw new Error(`the filter ${name} is not known`)
    },
    String(valueAt(first, scope, variables)),
  )
}

function valueAt(path: string, scope: Values, variables: Values): unknown {
  const isVariable = path.startsWith('$')
  const found = path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => Object(value)[name], isVariable ? variables : scope)
  if (found === undefined || !/^[.$]/.test(path)) throw new Error(`${path} has no value`)
  return found
}
