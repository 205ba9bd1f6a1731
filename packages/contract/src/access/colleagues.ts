import * as z from 'zod/mini'
import { clientRoles } from './permissions.ts'
import { route } from '../route.ts'
import { Invitation, newEmail, userStates } from './users.ts'
import * as wire from '../wire.ts'

/* The users of a company, as its own users manage them. Staff who work for the company aren't among them. */

/** How many invitations a company's users can send in 24 hours. */
export const invitationsPerDay = 50

/** A user of the company, without what only staff need. */
export const Colleague = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(clientRoles),
  state: z.enum(userStates),
  /** Only while the user is invited; missing once its email was removed. */
  invitation: z.optional(Invitation),
  /** Whether the user has a second factor. */
  hasFactor: z.boolean(),
  lastSignIn: z.nullable(wire.time),
  createdAt: wire.time,
})
export type Colleague = z.output<typeof Colleague>

/** The users of a company. */
export const Colleagues = z.object({
  /** How many enabled users the company can have. */
  limit: z.int(),
  /** How many it has, including invited ones. */
  enabled: z.int(),
  /** By name. The enabled ones first. */
  users: z.array(Colleague),
})
export type Colleagues = z.output<typeof Colleagues>

const ofUser = z.object({ userId: wire.id })
const ofOwn = z.strictObject({ company: wire.company })

/** The caller is one of them. */
export const listColleagues = route({
  method: 'GET',
  path: '/settings/users',
  summary: "List the company's own users, and how many it can have",
  access: 'colleagues:manage',
  query: wire.ofCompany,
  response: Colleagues,
})

/**
 * The user sets up a second factor at the first sign-in. 409 when the email address is in use (`ADDRESS_TAKEN`) and when the company has as
 * many enabled users as it can have (`USER_LIMIT`); 429 after too many invitations in 24 hours (`INVITATION_LIMIT`).
 */
export const inviteColleague = route({
  method: 'POST',
  path: '/settings/users',
  summary: 'Invite a colleague by email, with the role client or read-only client',
  access: 'colleagues:manage',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    name: wire.oneLine(100, 1),
    email: newEmail,
    role: z.enum(clientRoles),
  }),
  response: Colleague,
})

/**
 * Disabling a disabled user changes nothing. 409 for the caller (`OWN_ACCOUNT`) and for the last enabled user with the role client
 * (`LAST_CLIENT`).
 */
export const disableColleague = route({
  method: 'POST',
  path: '/settings/users/{userId}/disable',
  summary: 'Disable a colleague and end their sessions at once',
  access: 'colleagues:manage',
  params: ofUser,
  query: wire.ofCompany,
  body: ofOwn,
  response: Colleague,
})

/**
 * Enabling an enabled user changes nothing. 409 at the company's limit (`USER_LIMIT`), and for a user that the company's identity provider
 * manages (`PROVISIONED_ACCOUNT`).
 */
export const enableColleague = route({
  method: 'POST',
  path: '/settings/users/{userId}/enable',
  summary: 'Enable a colleague again',
  access: 'colleagues:manage',
  params: ofUser,
  query: wire.ofCompany,
  body: ofOwn,
  response: Colleague,
})

/** 409 when the user has already chosen a password or is disabled; 429 after too many invitations in 24 hours (`INVITATION_LIMIT`). */
export const resendColleagueInvite = route({
  method: 'POST',
  path: '/settings/users/{userId}/resendInvite',
  summary: 'Send another invitation to a colleague without a password; the previous link stops working',
  access: 'colleagues:manage',
  params: ofUser,
  query: wire.ofCompany,
  body: ofOwn,
  response: Colleague,
})
