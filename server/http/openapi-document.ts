import type { JsonSchema } from '@valibot/to-json-schema'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  style?: 'form'
  explode?: boolean
}

export type Content = Record<string, { schema: JsonSchema }>

type Headers = Record<string, { description: string; schema: JsonSchema }>

export type Response = { description: string; headers?: Headers; content?: Content }
/** By status; a response that many calls share is a reference to it. */
type Responses = Record<string, Response | { $ref: string }>

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: [string]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Responses
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Omit<Operation, 'description'> }>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}
