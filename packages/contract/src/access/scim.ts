import * as z from 'zod/mini'
import type { TokenRoute } from '../token-route.ts'

/*
 * SCIM 2.0 (RFC 7643, 7644) for a company's identity provider: its users with the roles client and clientPeeker, and two groups that
 * represent the two roles. Described here for the OpenAPI document; the server parses bodies leniently, because providers differ.
 */

/** Media type of SCIM messages (RFC 7644, section 3.1). */
export const scimType = 'application/scim+json'
/** Schema URIs of the messages the server reads and writes (RFC 7643, section 10; RFC 7644, section 10). */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const
/** Maximum page size, operations of one PATCH, and members. */
export const scimLimits = { count: 200, operations: 100, members: 1000 } as const

const meta = z.object({
  resourceType: z.string(),
  created: z.optional(z.string()),
  lastModified: z.optional(z.string()),
  location: z.string(),
})
/** A user resource (RFC 7643, section 4.1), with the attributes this service supports. */
export const ScimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.optional(z.string()),
  /** The email address. */
  userName: z.string(),
  name: z.object({
    formatted: z.string(),
    givenName: z.optional(z.string()),
    familyName: z.optional(z.string()),
  }),
  displayName: z.string(),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })),
  active: z.boolean(),
  groups: z.array(z.object({ value: z.string(), display: z.string() })),
  meta,
})
export type ScimUser = z.output<typeof ScimUser>

/** A group resource (RFC 7643, section 4.2): one of the two roles. */
export const ScimGroup = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  displayName: z.string(),
  members: z.optional(z.array(z.object({ value: z.string(), display: z.string() }))),
  meta,
})
export type ScimGroup = z.output<typeof ScimGroup>

const listOf = <T extends z.core.$ZodType>(resource: T) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })
const UserInput = z.object({
  userName: z.string(),
  externalId: z.optional(z.string()),
  name: z.optional(z.object({ givenName: z.optional(z.string()), familyName: z.optional(z.string()) })),
  displayName: z.optional(z.string()),
  active: z.optional(z.boolean()),
})
const Patch = z.object({
  schemas: z.array(z.string()),
  Operations: z.array(z.object({ op: z.string(), path: z.optional(z.string()), value: z.optional(z.unknown()) })),
})
const listQuery = z.object({
  filter: z.optional(z.string()),
  startIndex: z.optional(z.string()),
  count: z.optional(z.string()),
})
const ofUser = z.object({ userId: z.string() })
const ofGroup = z.object({ groupId: z.string() })
const any = z.record(z.string(), z.unknown())

const about = {
  base: '/api/scim/v2',
  security: 'scimToken',
  description: "The SCIM token of a company. Only the company's clients and clientPeekers are there.",
} as const
const answering = (schema: z.ZodMiniType, status: 200 | 201 = 200) => ({ answer: { status, type: scimType, schema } })
const taking = (schema: z.ZodMiniType) => ({ body: { types: [scimType, 'application/json'], schema } })

/** Every SCIM call by name. */
export const scimRoutes = {
  scimProviderConfig: {
    ...about,
    method: 'GET',
    path: '/ServiceProviderConfig',
    summary: 'Get the supported features of this service',
    ...answering(any),
  },
  scimResourceTypes: {
    ...about,
    method: 'GET',
    path: '/ResourceTypes',
    summary: 'List the resource types: users and groups',
    ...answering(any),
  },
  scimSchemas: {
    ...about,
    method: 'GET',
    path: '/Schemas',
    summary: 'Get the attributes of users and groups',
    ...answering(any),
  },
  scimListUsers: {
    ...about,
    method: 'GET',
    path: '/Users',
    summary: 'List users, optionally filtered by userName eq "…"',
    query: listQuery,
    ...answering(listOf(ScimUser)),
  },
  scimAddUser: {
    ...about,
    method: 'POST',
    path: '/Users',
    summary: 'Create a user, as a clientPeeker until a group assigns another role',
    ...taking(UserInput),
    ...answering(ScimUser, 201),
  },
  scimGetUser: {
    ...about,
    method: 'GET',
    path: '/Users/{userId}',
    summary: 'Get a user',
    params: ofUser,
    ...answering(ScimUser),
  },
  scimPutUser: {
    ...about,
    method: 'PUT',
    path: '/Users/{userId}',
    summary: 'Replace a user',
    params: ofUser,
    ...taking(UserInput),
    ...answering(ScimUser),
  },
  scimPatchUser: {
    ...about,
    method: 'PATCH',
    path: '/Users/{userId}',
    summary: 'Change a user',
    params: ofUser,
    ...taking(Patch),
    ...answering(ScimUser),
  },
  scimDeleteUser: {
    ...about,
    method: 'DELETE',
    path: '/Users/{userId}',
    summary: 'Disable a user and end their sessions; creating the user again restores it',
    params: ofUser,
  },
  scimListGroups: {
    ...about,
    method: 'GET',
    path: '/Groups',
    summary: 'List the two groups',
    query: listQuery,
    ...answering(listOf(ScimGroup)),
  },
  scimGetGroup: {
    ...about,
    method: 'GET',
    path: '/Groups/{groupId}',
    summary: 'Get a group with its members',
    params: ofGroup,
    ...answering(ScimGroup),
  },
  scimPatchGroup: {
    ...about,
    method: 'PATCH',
    path: '/Groups/{groupId}',
    summary: 'Give the members the role of the group; members removed from client become clientPeeker',
    params: ofGroup,
    ...taking(Patch),
    ...answering(ScimGroup),
  },
} as const satisfies Record<string, TokenRoute>
