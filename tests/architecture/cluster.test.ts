import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../server/settings.ts'
import { renderChart } from '../support/helm.ts'

const settingsFile = ['server/settings.ts', 'server/db/database-settings.ts', 'server/photo-store/photo-settings.ts']
  .map((file) => readFileSync(file, 'utf8'))
  .join('')
const unknownSettings = (names: readonly string[]) => names.filter((name) => !new RegExp(`^ {2}${name}: `, 'm').test(settingsFile))
const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync('package.json', 'utf8')))

const Service = v.looseObject({
  environment: v.optional(v.record(v.string(), v.string()), {}),
  depends_on: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.unknown())]), []),
  configs: v.optional(v.array(v.object({ source: v.string(), target: v.string() })), []),
  volumes: v.optional(v.array(v.string()), []),
  read_only: v.optional(v.boolean(), false),
})
const Compose = v.looseObject({
  services: v.record(v.string(), Service),
  configs: v.record(v.string(), v.object({ content: v.string() })),
  volumes: v.record(v.string(), v.unknown()),
})

test('compose file of a cluster: two servers, a standby and pgbouncer, with valid settings', () => {
  const compose = v.parse(Compose, parse(readFileSync('ops/compose.cluster.yaml', 'utf8'), { merge: true }))
  const { services, configs, volumes } = compose
  expect(Object.keys(services)).toEqual(['one', 'two', 'balancer', 'pgbouncer', 'postgres', 'standby'])
  for (const service of [services.one, services.two]) {
    const environment = Object.fromEntries(
      Object.entries(service?.environment ?? {}).map(([name, value]) => [
        name,
        name === 'MASTER_KEY' ? 'x'.repeat(43) : value.replaceAll(/\$\{\w+(?::-([^}]*)|[^}]*)\}/g, '$1'),
      ]),
    )
    expect(unknownSettings(Object.keys(environment))).toEqual([])
    expect(readSettings({ ...environment, HOST: '0.0.0.0' })).toMatchObject({
      settings: { databaseDirectUrl: expect.stringContaining('@postgres/'), databaseReplicaUrl: expect.stringContaining('@standby/') },
    })
    expect(service?.read_only).toBe(true)
  }
  const all = Object.values(services)
  const needed = all.flatMap(({ depends_on: on }) => (Array.isArray(on) ? on : Object.keys(on)))
  expect(needed.filter((name) => !(name in services))).toEqual([])
  expect(all.flatMap((one) => one.configs.map(({ source }) => source)).filter((name) => !(name in configs))).toEqual([])
  expect(all.flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? '')).filter((name) => !(name in volumes))).toEqual([])
  expect(configs.pgbouncer?.content).toContain('pool_mode = transaction')
})

const Pod = v.looseObject({
  spec: v.looseObject({
    securityContext: v.looseObject({ runAsNonRoot: v.literal(true), runAsUser: v.pipe(v.number(), v.minValue(1)) }),
    containers: v.tuple([
      v.looseObject({
        image: v.string(),
        envFrom: v.array(v.object({ secretRef: v.object({ name: v.string() }) })),
        env: v.array(v.object({ name: v.string(), value: v.string() })),
        securityContext: v.looseObject({ readOnlyRootFilesystem: v.literal(true), allowPrivilegeEscalation: v.literal(false) }),
        livenessProbe: v.looseObject({ httpGet: v.object({ path: v.literal('/api/alive'), port: v.string() }) }),
        readinessProbe: v.looseObject({ httpGet: v.object({ path: v.literal('/api/health'), port: v.string() }) }),
        volumeMounts: v.array(v.object({ name: v.string(), mountPath: v.string() })),
      }),
    ]),
    volumes: v.array(v.looseObject({ name: v.string() })),
  }),
})
const Labels = v.record(v.string(), v.string())
const Deployment = v.looseObject({
  apiVersion: v.literal('apps/v1'),
  kind: v.literal('Deployment'),
  spec: v.looseObject({
    replicas: v.number(),
    selector: v.object({ matchLabels: Labels }),
    template: v.intersect([v.looseObject({ metadata: v.object({ labels: Labels }) }), Pod]),
  }),
})
const Selecting = v.looseObject({
  kind: v.string(),
  spec: v.looseObject({ selector: v.union([v.object({ matchLabels: Labels }), Labels]) }),
})

test('chart: two servers without rights, a read-only root, and separate probes', () => {
  const [deployment, budget, service] = renderChart('ops/helm/roundsman', 'fleet', { settings: { PUBLIC_URL: 'https://fleet.example' } })
  const { spec } = v.parse(Deployment, deployment)
  const [container] = spec.template.spec.containers
  expect(spec.replicas).toBe(2)
  expect(container.image).toBe(`roundsman:${version}`)
  expect(unknownSettings(container.env.map(({ name }) => name))).toEqual([])
  expect(container.env).toContainEqual({ name: 'PUBLIC_URL', value: 'https://fleet.example' })
  const volumes = spec.template.spec.volumes.map(({ name }) => name)
  expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted())
  const { labels } = spec.template.metadata
  expect(spec.selector.matchLabels).toEqual(labels)
  const selected = [budget, service].map((one) => v.parse(Selecting, one).spec.selector)
  expect(selected).toEqual([{ matchLabels: labels }, labels])
})

test('bill of materials: every package of the server, in CycloneDX', () => {
  // npm 11 leaves out packages of the server if `--omit=dev` is given, so those for development are included and marked.
  const { stdout } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const Bom = v.looseObject({ bomFormat: v.literal('CycloneDX'), components: v.array(v.looseObject({ name: v.string() })) })
  const names = new Set(v.parse(Bom, JSON.parse(stdout)).components.map(({ name }) => name))
  const { dependencies } = v.parse(
    v.object({ dependencies: v.record(v.string(), v.string()) }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  )
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
})
