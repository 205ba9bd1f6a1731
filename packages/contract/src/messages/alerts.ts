import * as z from 'zod/mini'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import { everySourceName } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/** Where an alert goes: the notification list of the portal, or email. */
export const alertChannels = ['bell', 'mail'] as const

/** Rules stored earlier may have names of several lines, which are still displayed; new names have one line. */
const ruleOf = (line: typeof wire.text) =>
  z.strictObject({
    name: line(100, 1),
    sources: z.array(z.enum(everySourceName)).check(z.maxLength(50), wire.eachOnce()),
    severities: z.array(z.enum(severities)).check(z.maxLength(severities.length), wire.eachOnce()),
    types: z.optional(z.array(line(100, 1)).check(z.maxLength(50), wire.eachOnce())),
    minScore: z.optional(z.int().check(z.gte(0), z.lte(100))),
    channels: z.array(z.enum(alertChannels)).check(z.minLength(1), z.maxLength(alertChannels.length), wire.eachOnce()),
  })

/** Which new threats trigger an alert; an empty list of sources, severities or types means all. */
export const AlertRule = ruleOf(wire.text)
export type AlertRule = z.output<typeof AlertRule>

const rules = z.array(ruleOf(wire.oneLine)).check(
  z.maxLength(20),
  wire.eachOnce<{ name: string }>(({ name }) => name),
)

/** The alert rules of a company, and who gets emails in addition to the notifications of its users. */
export const AlertSettings = z.object({
  rules: z.array(AlertRule),
  recipients: z.array(z.string()),
  /** 0 until the settings are saved for the first time. */
  version: z.int(),
})
export type AlertSettings = z.output<typeof AlertSettings>

/** Returns empty lists and version 0 for a company that never saved any. */
export const getAlerts = route({
  method: 'GET',
  path: '/settings/alerts',
  summary: "Get the company's alert settings and their recipients",
  access: 'settings:read',
  query: wire.ofCompany,
  response: AlertSettings,
})

/**
 * Replaces all rules and recipients. 409 when `version` is stale; 400 for a recipient that is not a plain mail address.
 */
export const putAlerts = route({
  method: 'PUT',
  path: '/settings/alerts',
  summary: "Change the company's alert settings and their recipients",
  access: 'alerts:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    rules,
    recipients: z.array(z.email().check(z.maxLength(254))).check(z.maxLength(50), wire.eachOnce()),
    version: z.int().check(z.gte(0)),
  }),
  response: AlertSettings,
})
