import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { DOCS_PAGE } from './docs-page.ts'
import { openapiDocument } from './openapi.ts'
import type { Operation, Response } from './openapi-document.ts'

const document = openapiDocument('1.2.3')

/** A response of a call, also if it is shared. */
const responseOf = (call: Operation | undefined, status: number): Response | undefined => {
  const response = call?.responses[status]
  return response && '$ref' in response ? document.components.responses[response.$ref.replace(/^.*\//, '')] : response
}

describe('OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })

  test('contains every call of the contract by its name', () => {
    const named = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    expect(named.toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted())
  })

  test('has unique operation names that generators can use, and lists every tag', () => {
    const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) => Object.values(methods))
    const names = operations.map(({ operationId }) => operationId)
    expect(names.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(operations.filter(({ security }) => security === undefined)).toEqual([])
    const used = new Set(operations.flatMap(({ tags }) => tags))
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
  })

  test('groups the calls by subject, and leaves few to the installation', () => {
    const inInstallation = Object.entries(document.paths).filter(([, methods]) => Object.values(methods)[0]?.tags[0] === 'Installation')
    expect(inInstallation.map(([path]) => path).toSorted()).toEqual([
      '/admin/companies',
      '/admin/me/companies/{id}',
      '/alive',
      '/app-errors',
      '/docs',
      '/files/{id}',
      '/health',
      '/openapi.json',
      '/problems/{code}',
      '/site',
    ])
  })

  test('refers only to schemas and responses that it contains, and to each of them', () => {
    for (const kind of ['schemas', 'responses'] as const) {
      const pointed = [...JSON.stringify(document).matchAll(new RegExp(`#/components/${kind}/(\\w+)`, 'g'))].map(([, name]) => name)
      expect([...new Set(pointed)].toSorted()).toEqual(Object.keys(document.components[kind]).toSorted())
    }
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })

  test('documents the payloads of webhooks', () => {
    const sale = document.webhooks['sale.recorded']?.post
    expect(sale?.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(JSON.stringify(sale?.requestBody)).toContain('"amount":{"type":"number","description":"In the company\'s currency."}')
  })

  test('wraps pages as the server does', () => {
    const answer = responseOf(document.paths['/machines']?.get, 200)?.content?.['application/json']?.schema
    expect(answer).toMatchObject({
      required: ['data', 'pageDetails'],
      properties: { data: { type: 'array', items: { $ref: '#/components/schemas/MachineToday' } } },
    })
  })

  test('documents ids and quantities as integers, and moments and days by their formats', () => {
    const { Machine, Round } = document.components.schemas
    expect(Machine?.properties).toMatchObject({ id: { type: 'integer' }, maxQuantity: { type: 'integer' }, fillShare: {} })
    expect(Machine?.properties?.lastRefill).toEqual({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] })
    expect(Round?.properties).toMatchObject({ date: { format: 'date' }, from: { format: 'date-time' } })
    const ids = [...JSON.stringify(document).matchAll(/"(id|\w+Id)":\{"type":"number"/g)]
    expect(ids.map(([match]) => match)).toEqual([])
    expect(JSON.stringify(document)).not.toContain('"percent":{"type":"integer"')
  })

  test('documents the limits of numbers in paths and queries', () => {
    const [list, page, one] = [document.paths['/machines']?.get, document.paths['/transactions']?.get, document.paths['/users/{id}']?.patch]
    const limitsOf = (operation: typeof list, name: string) => operation?.parameters.find((parameter) => parameter.name === name)?.schema
    expect(limitsOf(list, 'size')).toEqual({ type: 'integer', minimum: 1, maximum: 1_000, default: 20 })
    expect(limitsOf(page, 'page')).toEqual({ type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 })
    expect(limitsOf(list, 'group')).toEqual({ type: 'integer', minimum: 1 })
    expect(limitsOf(one, 'id')).toEqual({ type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 })
  })

  test('documents the unit of each number that is not a count', () => {
    expect([...new Set(fieldsWithoutUnit(document))]).toEqual([])
  })

  test('defines schemas that many calls share once', () => {
    const counts = new Map<string, number>()
    for (const schema of objectsIn(document.paths)) counts.set(schema, (counts.get(schema) ?? 0) + 1)
    const repeated = [...counts].filter(([schema, count]) => count > 3 && schema.length > 1_000)
    expect(repeated.map(([schema]) => schema.slice(0, 200))).toEqual([])
  })

  test('documents the input and the refusals of an operation', () => {
    const edit = document.paths['/machines/{id}/slots']?.patch
    expect(edit?.parameters.map(({ name }) => name)).toEqual(['id', 'Idempotency-Key', 'Occurred-At'])
    expect(responseOf(edit, 409)?.description.split(', ')).toContain('SLOT_CHANGED')
    expect(edit?.responses['403']).toEqual({ $ref: '#/components/responses/Forbidden' })
    expect(responseOf(edit, 403)?.description).toBe('FORBIDDEN')
  })

  test('documents sign-in as a form with the public client', () => {
    const token = document.paths['/oauth/token']?.post
    expect(Object.keys(token?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    expect(token?.security).toEqual([{ basic: [] }])
    expect(Object.keys(responseOf(token, 400)?.content ?? {})).toEqual(['application/json'])
  })
})

describe('API reference page', () => {
  test('complies with the content security policy: no inline script, no inline style, no other origin', () => {
    expect(DOCS_PAGE).not.toMatch(/<script(?![^>]* src="\/)|<script[^>]*>[^<]|<style|\sstyle=|\son\w+=|javascript:|https?:|"\/\//i)
  })
})

/** The object schemas that are written out within a value, as text. */
function objectsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(objectsIn)
  return 'properties' in value ? [JSON.stringify(value), ...inside] : inside
}

/** The names of fields that are numbers without a description. Fields that may also be texts are values of any kind. */
function fieldsWithoutUnit(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('type' in value && value.type === 'number') return 'description' in value || 'enum' in value ? [] : [name]
  if ('anyOf' in value && (value.anyOf as { type?: string }[]).some(({ type }) => type === 'string')) return []
  return Object.entries(value).flatMap(([key, part]) => fieldsWithoutUnit(part, /^(\d+|anyOf|items|schema)$/.test(key) ? name : key))
}
