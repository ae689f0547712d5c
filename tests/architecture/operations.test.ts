import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const Rule = v.object({ alert: v.string(), expr: v.string(), annotations: v.object({ summary: v.string(), runbook: v.string() }) })
const { groups } = v.parse(v.object({ groups: v.array(v.object({ rules: v.array(Rule) })) }), parse(readFileSync('ops/alerts.yml', 'utf8')))
const rules = groups.flatMap(({ rules }) => rules)
const runbooks = readFileSync('docs/runbooks.md', 'utf8')
const dashboard = readFileSync('ops/grafana-dashboard.json', 'utf8')

/** The metrics that `/api/metrics` has. */
const metrics = new Set(
  [...readFileSync('server/http/metrics.ts', 'utf8').matchAll(/metric\(\s*'(\w+)',\s*'(\w+)'/g)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => `roundsman_${name}${part}`) : [`roundsman_${name}`],
  ),
)

test('every alert has a runbook: meaning, what to look at, what to do', () => {
  const sections = runbooks.split(/^## /m).slice(1)
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert))
  const parts = (section: string) => [...section.matchAll(/^\*\*(\w[\w ]+)\.\*\* \S/gm)].map(([, name]) => name)
  expect(sections.filter((section) => parts(section).join() !== 'Meaning,Look at,Do')).toEqual([])
  expect(rules.filter(({ alert, annotations }) => annotations.runbook !== `docs/runbooks.md#${alert.toLowerCase()}`)).toEqual([])
})

test('every metric of the server is in the documentation', () => {
  const documented = (/\n## Metrics\n([\s\S]*?)\n## /.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? '')
    .split('\n')
    .flatMap((line) => [...(/^\| ([^|]+)/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const served = [...readFileSync('server/http/metrics.ts', 'utf8').matchAll(/metric\(\s*'(\w+)'/g)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual(served.toSorted())
})

test('alerts and dashboard use only metrics that the server has', () => {
  expect(metrics.size).toBeGreaterThan(15)
  const used = [...rules.map(({ expr }) => expr), dashboard].flatMap((text) => text.match(/roundsman_\w+/g) ?? [])
  expect(used.length).toBeGreaterThan(20)
  expect([...new Set(used)].filter((name) => !metrics.has(name))).toEqual([])
})
