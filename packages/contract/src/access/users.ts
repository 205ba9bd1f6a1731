import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { isEmailAddress } from './credentials.ts'
import { roles } from './permissions.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/**
 * What is known about the email of an invitation: it waits; the mail server accepted it, which doesn't mean that it arrived; it was refused
 * or not sent; nobody knows, because sending was cut off; there is no mail server, so that it stays here.
 */
export const invitationStates = ['queued', 'accepted', 'refused', 'unknown', 'kept'] as const
/** One of `invitationStates`. */
export type InvitationState = (typeof invitationStates)[number]

/** The email of a user's last invitation. */
export const Invitation = z.object({
  state: z.enum(invitationStates),
  /** Since when. */
  at: wire.time,
  /** Why it was refused. */
  reason: z.optional(wire.Sentence),
})
export type Invitation = z.output<typeof Invitation>

/** A user as shown to those who manage users; passwords and secrets of second factors never leave the server. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  company: z.string(),
  /** Companies granted in addition to the user's own; a superAdmin can access every company without them. */
  adminCompanies: z.array(z.string()),
  isActive: z.boolean(),
  /** True for a user who hasn't chosen a password yet and can't sign in. */
  isInvited: z.boolean(),
  /** Only while the user is invited; missing once its email was removed. */
  invitation: z.optional(Invitation),
  isDemo: z.boolean(),
  mfa: z.object({ totp: z.boolean(), passkeys: z.int() }),
  lastSignIn: z.nullable(wire.time),
  createdAt: wire.time,
  version: z.int(),
})
export type User = z.output<typeof User>

/** Whether a user can sign in: has a password, has been invited, or is disabled. */
export const userStates = ['active', 'invited', 'disabled'] as const
/** One of `userStates`. */
export type UserState = (typeof userStates)[number]

/** The state of a user; `disabled` takes precedence over an open invitation. */
export function userStateOf({ isActive, isInvited }: Pick<User, 'isActive' | 'isInvited'>): UserState {
  if (!isActive) return 'disabled'
  return isInvited ? 'invited' : 'active'
}

const key = z.string().check(z.minLength(1), z.maxLength(100))
const companyKeys = z.array(key).check(
  z.maxLength(1000),
  z.overwrite((keys) => [...new Set(keys)]),
)
/** The email address of a new user, in lower case. */
export const newEmail = wire.oneLine(254, 3).check(
  z.overwrite((address) => address.toLowerCase()),
  z.refine(isEmailAddress, problem('NOT_A_MAIL_ADDRESS')),
)
const ofUser = z.object({ userId: wire.id })

/** Sorted by name by default. */
export const listUsers = route({
  method: 'GET',
  path: '/users',
  summary: 'List the users who belong to the companies or work for them',
  access: 'users:manage',
  companies: 'many',
  query: z.object({
    company: z.optional(wire.csv),
    ...wire.paging(['name', 'email', 'role', 'lastSignIn', 'createdAt']),
    sortDirection: z._default(z.enum(wire.sortDirections), 'asc'),
    role: z.optional(wire.csvOf(roles)),
    state: z.optional(wire.csvOf(userStates)),
  }),
  response: wire.page(User),
})

/**
 * 409 when the email address is in use or the role has more permissions than the caller's; 400 for a client with additional companies; 404
 * for an unknown company.
 */
export const addUser = route({
  method: 'POST',
  path: '/users',
  summary: 'Invite a user by email; they can sign in once they have chosen a password',
  access: 'users:manage',
  status: 201,
  body: z.strictObject({
    name: wire.oneLine(100, 1),
    email: newEmail,
    role: z.enum(roles),
    company: key,
    /** Empty for client and clientPeeker. */
    adminCompanies: z._default(companyKeys, []),
  }),
  response: User,
})

/** 404 when no user has this id. */
export const getUser = route({
  method: 'GET',
  path: '/users/{userId}',
  summary: 'Get a user',
  access: 'users:manage',
  params: ofUser,
  response: User,
})

/** 409 when `version` is stale, for the caller's own role or companies, and for the last superAdmin. */
export const changeUser = route({
  method: 'PATCH',
  path: '/users/{userId}',
  summary: 'Change the name, role or companies of a user; changing role or companies ends their sessions',
  access: 'users:manage',
  params: ofUser,
  body: z.strictObject({
    name: z.optional(wire.oneLine(100, 1)),
    role: z.optional(z.enum(roles)),
    company: z.optional(key),
    adminCompanies: z.optional(companyKeys),
    version: wire.version,
  }),
  response: User,
})

/** Disabling a disabled user changes nothing. 409 for the caller and for the last superAdmin. */
export const disableUser = route({
  method: 'POST',
  path: '/users/{userId}/disable',
  summary: 'Disable a user and end their sessions at once',
  access: 'users:manage',
  params: ofUser,
  response: User,
})

/** Ended sessions are not restored. Enabling an enabled user changes nothing. */
export const enableUser = route({
  method: 'POST',
  path: '/users/{userId}/enable',
  summary: 'Enable a user again',
  access: 'users:manage',
  params: ofUser,
  response: User,
})

/** 409 for the caller, who changes their own factors in the profile. */
export const resetFactor = route({
  method: 'POST',
  path: '/users/{userId}/resetFactor',
  summary: 'Remove the second factors of a user who lost them, and end their sessions',
  access: 'users:manage',
  params: ofUser,
  response: User,
})

/** The user can sign in again immediately. */
export const endSessions = route({
  method: 'POST',
  path: '/users/{userId}/endSessions',
  summary: 'End every session of a user at once',
  access: 'users:manage',
  params: ofUser,
  response: User,
})

/** 409 when the user has already chosen a password, is disabled, or belongs to an archived company. */
export const resendInvite = route({
  method: 'POST',
  path: '/users/{userId}/resendInvite',
  summary: 'Send another invitation to a user without a password; the previous link stops working',
  access: 'users:manage',
  params: ofUser,
  response: User,
})
