import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { DOCS_PAGE } from './docs-page.ts'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument('1.2.3')

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

  test('refers only to schemas that it contains', () => {
    const pointed = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)
    expect(pointed.length).toBeGreaterThan(20)
    for (const name of pointed) expect(Object.keys(document.components.schemas)).toContain(name)
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })

  test('documents the payloads of webhooks', () => {
    const sale = document.webhooks['sale.recorded']?.post
    expect(sale?.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(JSON.stringify(sale?.requestBody)).toContain('"amount":{"type":"number"}')
  })

  test('wraps pages as the server does', () => {
    const answer = document.paths['/machines']?.get?.responses['200']?.content?.['application/json']?.schema
    expect(answer).toMatchObject({
      required: ['data', 'pageDetails'],
      properties: { data: { type: 'array', items: { $ref: '#/components/schemas/MachineToday' } } },
    })
  })

  test('documents the input and the refusals of an operation', () => {
    const edit = document.paths['/machines/{id}/slots']?.patch
    expect(edit?.parameters.map(({ name }) => name)).toEqual(['id', 'Idempotency-Key', 'Occurred-At'])
    expect(edit?.responses['409']?.description.split(', ')).toContain('SLOT_CHANGED')
    expect(edit?.responses['403']?.description).toBe('FORBIDDEN')
  })

  test('documents sign-in as a form with the public client', () => {
    const token = document.paths['/oauth/token']?.post
    expect(Object.keys(token?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    expect(token?.security).toEqual([{ basic: [] }])
    expect(Object.keys(token?.responses['400']?.content ?? {})).toEqual(['application/json'])
  })
})

describe('API reference page', () => {
  test('complies with the content security policy: no inline script, no inline style, no other origin', () => {
    expect(DOCS_PAGE).not.toMatch(/<script(?![^>]* src="\/)|<script[^>]*>[^<]|<style|\sstyle=|\son\w+=|javascript:|https?:|"\/\//i)
  })
})
