import * as z from 'zod/mini'
import { alertChannels } from './alerts.ts'
import { staffRoles } from '../access/permissions.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import * as wire from '../wire.ts'

/** The events that staff can be notified of. */
export const notificationEvents = [
  'threatPublished',
  'takedownRequested',
  'takedownMoved',
  'analysisRequested',
  'analysisMoved',
  'requestAdded',
  'passwordRevealed',
  'connectorTroubled',
] as const
/** One of `notificationEvents`. */
export type NotificationEvent = (typeof notificationEvents)[number]

/** Events about a threat, which a rule can limit to severities. */
export const eventsOfThreats: ReadonlySet<NotificationEvent> = new Set([
  'threatPublished',
  'takedownRequested',
  'takedownMoved',
  'analysisRequested',
  'analysisMoved',
])

/** Maximum number of rules of an installation. */
export const notificationRulesMax = 50

const settings = {
  name: wire.oneLine(100, 1),
  event: z.enum(notificationEvents),
  /** An empty list means all severities. */
  severities: z.array(z.enum(severities)).check(z.maxLength(4), wire.eachOnce()),
  /** Company keys; an empty list means all companies, including those added later. */
  companies: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(1000), wire.eachOnce()),
  channels: z.array(z.enum(alertChannels)).check(z.minLength(1), wire.eachOnce()),
  /** Users with these roles who work for the company concerned; superAdmin means all of them. */
  roles: z.array(z.enum(staffRoles)).check(wire.eachOnce()),
  /** Additional recipients of the emails. */
  addresses: z.array(z.email().check(z.maxLength(254))).check(z.maxLength(20), wire.eachOnce()),
}

/** Who is notified of which events, and how. */
export const NotificationRule = z.object({
  ...settings,
  // A name stored earlier may have several lines.
  name: z.string(),
  id: z.string(),
  isPaused: z.boolean(),
  /** The author of the rule. */
  by: z.string(),
  version: z.int(),
})
export type NotificationRule = z.output<typeof NotificationRule>

/** A rule with its delivery statistics. */
export const NotificationRuleWithFate = z.extend(NotificationRule, {
  /** When it last notified someone; null if never. */
  lastSentAt: z.nullable(wire.time),
  /** How many notifications it sent in the last 30 days. */
  sent30Days: z.int(),
  /** Number of its emails that could not be delivered. */
  failed: z.int(),
})
export type NotificationRuleWithFate = z.output<typeof NotificationRuleWithFate>

const Body = z.strictObject(settings)
/** The body of a rule. */
export type NotificationRuleBody = z.output<typeof Body>
const ruleId = z.object({ ruleId: wire.id })

/** All rules of the installation. The named companies only limit the counts of each rule. */
export const listNotificationRules = route({
  method: 'GET',
  path: '/notifications/rules',
  summary: 'List the staff notification rules with the time they last sent and failed deliveries',
  access: 'notifications:manage',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv) }),
  response: z.array(NotificationRuleWithFate),
})

/** 409 when there are already `notificationRulesMax` rules; 400 when a rule would have no recipients; 404 for an unknown company. */
export const addNotificationRule = route({
  method: 'POST',
  path: '/notifications/rules',
  summary: 'Add a rule that notifies staff of an event',
  access: 'notifications:manage',
  status: 201,
  body: Body,
  response: NotificationRule,
})

/** Fields left out don't change. 409 when `version` is stale; 400 when the rule would have no recipients. */
export const changeNotificationRule = route({
  method: 'PATCH',
  path: '/notifications/rules/{ruleId}',
  summary: 'Change, pause or resume a rule',
  access: 'notifications:manage',
  params: ruleId,
  body: z.strictObject({
    name: z.optional(settings.name),
    event: z.optional(settings.event),
    severities: z.optional(settings.severities),
    companies: z.optional(settings.companies),
    channels: z.optional(settings.channels),
    roles: z.optional(settings.roles),
    addresses: z.optional(settings.addresses),
    isPaused: z.optional(z.boolean()),
    version: z.int(),
  }),
  response: NotificationRule,
})

/** Notifications it sent are kept. 404 when there is no such rule. */
export const deleteNotificationRule = route({
  method: 'DELETE',
  path: '/notifications/rules/{ruleId}',
  summary: 'Delete a rule',
  access: 'notifications:manage',
  status: 204,
  params: ruleId,
  response: wire.nothing,
})
