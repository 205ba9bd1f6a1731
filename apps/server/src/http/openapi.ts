import * as z from 'zod/mini'
import { definitions, plainRoutes } from '@signet/contract'
import type { TokenRoute } from '@signet/contract/token-route'
import { tokenRoutes } from '@signet/contract/token-routes'
import { accessGroups, permissions } from '@signet/contract/access/permissions'
import { isRecord } from '@signet/contract/narrow'
import type { PlainRoute, RouteDefinition, UploadRule } from '@signet/contract/route'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The OpenAPI 3.1 document of the REST calls, built from the contract. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of Object.entries(definitions)) {
    ;(paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(name, route)
  }
  for (const [name, route] of Object.entries<PlainRoute>(plainRoutes)) {
    ;(paths[route.path] ??= {})[route.method.toLowerCase()] = plainOperationOf(name, route)
  }
  for (const [name, route] of Object.entries(tokenRoutes)) {
    ;(paths[route.path] ??= {})[route.method.toLowerCase()] = tokenOperationOf(name, route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Signet', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/api/rest' }],
    security: [{ accessToken: [] }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a company.' },
        scimToken: { type: 'http', scheme: 'bearer', description: "The SCIM token of a company's identity provider." },
      },
      schemas: { Problem: problem },
    },
  }
}

const refusal = (code: string): [string, object] => [
  code,
  {
    description: 'Refused',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
]

function plainOperationOf(name: string, { summary, access, type }: PlainRoute): object {
  return {
    operationId: name,
    summary,
    description: `Roles: ${accessGroups[permissions[access]].join(', ')}.`,
    parameters: [],
    responses: {
      '200': { description: 'Done', content: { [type]: { schema: { type: 'string' } } } },
      ...Object.fromEntries(['401', '403', '429', '500'].map(refusal)),
    },
  }
}

function tokenOperationOf(name: string, route: TokenRoute): object {
  const { answer, body, headers = {} } = route
  const types = body?.types.map((type) => [type, { schema: schemaOf(body.schema) }]) ?? []
  const refusedType = route.base === '/api/scim/v2' ? 'application/scim+json' : 'application/problem+json'
  const refusedSchema = route.base === '/api/scim/v2' ? scimError : { $ref: '#/components/schemas/Problem' }
  const refusals = ['400', '401', '403', '404', '409', '413', '415', '500'].map((code) => [
    code,
    { description: 'Refused', content: { [refusedType]: { schema: refusedSchema } } },
  ])
  return {
    operationId: name,
    summary: route.summary,
    description: route.description,
    ...(route.base === '/api/rest' ? {} : { servers: [{ url: route.base }] }),
    security: [{ [route.security]: [] }],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...Object.entries(headers).map(([header, description]) => ({
        name: header,
        in: 'header',
        required: false,
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(body ? { requestBody: { required: true, content: Object.fromEntries(types) } } : {}),
    responses: {
      ...(answer
        ? {
            [answer.status ?? 200]: {
              description: 'Done',
              content: { [answer.type]: { schema: schemaOf(answer.schema) } },
            },
          }
        : { [route.emptyStatus ?? 204]: { description: 'Done' } }),
      ...Object.fromEntries(refusals),
    },
  }
}

const scimError = {
  type: 'object',
  required: ['schemas', 'status'],
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    status: { type: 'string' },
    scimType: { type: 'string' },
    detail: { type: 'string' },
  },
}

function operationOf(name: string, route: RouteDefinition): object {
  const status = String(route.status ?? 200)
  const refusals = ['400', '401', '403', '404', '409', ...(route.upload ? ['413', '415', '429'] : []), '500']
  const answers = refusals.map(refusal)
  const group = route.access === 'PUBLIC' ? null : permissions[route.access]
  return {
    operationId: name,
    summary: route.summary,
    description: group ? `Roles: ${accessGroups[group].join(', ')}.` : 'Open to everyone.',
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body ? { requestBody: { required: true, content: contentOf(route.body, route.upload) } } : {}),
    responses: {
      [status]:
        status === '204'
          ? { description: 'Done' }
          : { description: 'Done', content: { 'application/json': { schema: schemaOf(route.response) } } },
      ...Object.fromEntries(answers),
    },
  }
}

/** JSON, or a form with files; a form without its files may be JSON as well. */
function contentOf(body: z.ZodMiniType, upload: UploadRule | undefined): object {
  const schema = schemaOf(body)
  const json = { 'application/json': { schema } }
  if (!upload) return json
  const { maxBytes, types, minFiles = 1, maxFiles = 1 } = upload
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes; ${types.join(', ')}` }
  const files = { type: 'array', items: file, minItems: minFiles, maxItems: maxFiles }
  const [name, property] = maxFiles === 1 ? (['file', file] as const) : (['files', files] as const)
  const form = {
    ...schema,
    properties: { ...schema.properties, [name]: property },
    required: [...(schema.required ?? []), ...(minFiles > 0 ? [name] : [])],
  }
  const multipart = { schema: form, encoding: { [name]: { contentType: types.join(', ') } } }
  return { 'multipart/form-data': multipart, ...(minFiles === 0 ? json : {}) }
}

function parametersOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    // A value with a default may be left out, although it is always present after decoding.
    required: where === 'path' || (required.includes(name) && !(isRecord(property) && 'default' in property)),
    schema: property,
    ...(isRecord(property) && property['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }))
}

function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'message', 'code', 'reason', 'parameters', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string' },
    reason: { type: 'string' },
    parameters: { type: 'object' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          reason: { type: 'string' },
          parameters: { type: 'object' },
        },
      },
    },
    requestId: { type: 'string' },
  },
}
