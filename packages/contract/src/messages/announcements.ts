import * as z from 'zod/mini'
import { roles } from '../access/permissions.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** Where an announcement appears: the notification list, email, or a message shown to everyone who has the portal open. */
export const announcementChannels = ['bell', 'mail', 'toast'] as const
/** One of `announcementChannels`. */
export type AnnouncementChannel = (typeof announcementChannels)[number]

const keys = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.minLength(1), z.maxLength(1000), wire.eachOnce())

/** A paused one is not delivered until it is resumed, however late. */
export const announcementStates = ['scheduled', 'paused', 'delivering', 'delivered'] as const
/** A paused announcement is not delivered until it is resumed, however late that is. */
export type AnnouncementState = (typeof announcementStates)[number]

/** People of some companies, or people of some roles in every company. */
export const AnnouncementAudience = z.union([
  z.strictObject({ companies: keys }),
  z.strictObject({
    roles: z.array(z.enum(roles)).check(z.minLength(1), wire.eachOnce()),
  }),
])
export type AnnouncementAudience = z.output<typeof AnnouncementAudience>

/** A message of a superAdmin to companies or roles, with its delivery state. */
export const Announcement = z.object({
  id: z.string(),
  audience: AnnouncementAudience,
  title: z.string(),
  body: z.string(),
  from: wire.time,
  /** Delivery stops at this instant. */
  to: z.nullable(wire.time),
  channels: z.array(z.enum(announcementChannels)),
  state: z.enum(announcementStates),
  /** When delivery was completed. */
  deliveredAt: z.nullable(wire.time),
  /** How many users it was delivered to. */
  recipients: z.int(),
  /** Number of its emails that could not be delivered. */
  failed: z.int(),
  by: z.string(),
  version: z.int(),
})
export type Announcement = z.output<typeof Announcement>

const title = wire.oneLine(200, 1)
const body = wire.text(2000)
const instant = z.iso.datetime({ offset: true })
const channels = z.array(z.enum(announcementChannels)).check(z.minLength(1), wire.eachOnce())
const announcementId = z.object({ announcementId: wire.id })

/** All announcements of the installation. The named companies only limit the count of failed emails. */
export const listAnnouncements = route({
  method: 'GET',
  path: '/notifications/manage',
  summary: 'List sent and scheduled announcements, newest first',
  access: 'notifications:manage',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv), ...wire.paging(['from']) }),
  response: wire.page(Announcement),
})

/**
 * Delivered by a job, at once when `from` has passed. 404 for an unknown company; 400 when `to` is not after `from`.
 */
export const addAnnouncement = route({
  method: 'POST',
  path: '/notifications/manage',
  summary: 'Send an announcement to companies or roles, now or at a later time',
  access: 'notifications:manage',
  status: 201,
  body: z.strictObject({
    audience: AnnouncementAudience,
    title,
    body,
    from: instant,
    to: z.optional(z.nullable(instant)),
    channels,
  }),
  response: Announcement,
})

/** 409 when `version` is stale, and once delivery has begun. */
export const changeAnnouncement = route({
  method: 'PATCH',
  path: '/notifications/manage/{announcementId}',
  summary: "Change, pause or resume an announcement whose delivery hasn't started",
  access: 'notifications:manage',
  params: announcementId,
  body: z.strictObject({
    audience: z.optional(AnnouncementAudience),
    title: z.optional(title),
    body: z.optional(body),
    from: z.optional(instant),
    to: z.optional(z.nullable(instant)),
    channels: z.optional(channels),
    isPaused: z.optional(z.boolean()),
    version: z.int(),
  }),
  response: Announcement,
})

/** Deleting a delivered announcement does not remove its notifications. 404 when it does not exist. */
export const deleteAnnouncement = route({
  method: 'DELETE',
  path: '/notifications/manage/{announcementId}',
  summary: "Delete an announcement; if it hasn't been sent yet, it won't be",
  access: 'notifications:manage',
  status: 204,
  params: announcementId,
  response: wire.nothing,
})
