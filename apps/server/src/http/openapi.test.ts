import { beforeAll, describe, expect, test } from 'vitest'
import { definitions, plainRoutes, routes } from '@signet/contract'
import { tokenRoutes } from '@signet/contract/token-routes'
import { accessGroups, permissions } from '@signet/contract/access/permissions'
import { newCompany, newUser, useWorld } from '../../test/harness.ts'

const world = useWorld()

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: { type?: string; default?: unknown; maximum?: number }
  style?: string
  explode?: boolean
}
interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: { additionalProperties?: boolean } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  security: object[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Record<string, object> }
}

let document: Document
beforeAll(async () => {
  const user = await newUser('clientPeeker', await newCompany())
  const headers = { authorization: `Bearer ${user.accessToken}` }
  const answer = await world().server.inject({ url: '/api/rest/openapi.json', headers })
  expect(answer.statusCode).toBe(200)
  document = answer.json<Document>()
})

const everyRoute = Object.entries(definitions)

test('the document needs a token like every other call', async () => {
  expect((await world().server.inject('/api/rest/openapi.json')).statusCode).toBe(401)
})

test('it is an OpenAPI 3.1 document of the REST calls and of nothing else', () => {
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\.\d$/) as string,
    info: { title: 'Signet', version: 'test' },
    servers: [{ url: '/api/rest' }],
    security: [{ accessToken: [] }],
    components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
  })
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys({ ...routes, ...plainRoutes, ...tokenRoutes }).toSorted(),
  )
})

test('every reference in it leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target)
  for (const target of new Set(references)) {
    const found = target
      ?.slice(2)
      .split('/')
      .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document)
    expect(found, target).toBeDefined()
  }
})

describe.each(everyRoute)('%s', (name, route) => {
  const operation = () => document.paths[route.path]?.[route.method.toLowerCase()] as Operation

  test('is listed with what it does, who may call it and what it answers', () => {
    expect(operation().operationId).toBe(name)
    expect(operation().summary).toBe(route.summary)
    if (route.access !== 'PUBLIC') {
      expect(operation().description).toBe(`Roles: ${accessGroups[permissions[route.access]].join(', ')}.`)
    }
    const done = operation().responses[String(route.status ?? 200)]
    expect(done?.description).toBe('Done')
    if (route.status !== 204) expect(done?.content?.['application/json']?.schema).toBeTypeOf('object')
    for (const refused of ['400', '401', '403', '404', '409', '500']) {
      expect(Object.keys(operation().responses[refused]?.content ?? {})).toEqual(['application/problem+json'])
    }
  })

  test('is listed with every parameter it takes', () => {
    const { parameters } = operation()
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => String(key))
    expect(inPath.map((parameter) => parameter.name).toSorted()).toEqual(named.toSorted())
    expect(inPath.every(({ required }) => required)).toBe(true)

    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    const taken = Object.keys((route.query as { def: { shape: object } } | undefined)?.def.shape ?? {})
    expect(inQuery.map((parameter) => parameter.name).toSorted()).toEqual(taken.toSorted())
    // Only the version that a call without a body changes must be named.
    const mustBeNamed = inQuery.filter(({ required }) => required).map((parameter) => parameter.name)
    expect(mustBeNamed).toEqual(taken.filter((key) => key === 'version'))
    for (const list of inQuery.filter(({ schema }) => schema.type === 'array')) {
      expect(list).toMatchObject({ style: 'form', explode: false })
    }
  })

  test('is listed with its body, if it takes one', () => {
    const body = operation().requestBody
    expect(body !== undefined).toBe(route.body !== undefined)
    const form = route.upload ? 'multipart/form-data' : 'application/json'
    if (body) expect(body.content[form]?.schema.additionalProperties).toBe(false)
  })
})

test.each(Object.entries(tokenRoutes))('%s is listed with the token it asks for', (name, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()]
  expect(operation).toMatchObject({ operationId: name, summary: route.summary, security: [{ [route.security]: [] }] })
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([...(route.body?.types ?? [])])
  expect(document.components.securitySchemes).toHaveProperty(route.security)
})

test('limits are documented for clients', () => {
  const parameters = document.paths['/threats/getAllThreats']?.['get']?.parameters ?? []
  const of = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
  expect(of('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 200, default: 20 })
  expect(of('pageNumber')).toMatchObject({ type: 'integer', minimum: 1, default: 1 })
  expect(of('searchQuery')).toMatchObject({ type: 'string', maxLength: 200 })
  expect(of('threatSeverity')).toMatchObject({
    type: 'array',
    items: { type: 'string', enum: ['Critical', 'High', 'Medium', 'Low'] },
  })
})
