import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { route } from '../route.ts'
import { everySourceName } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * What a company protects: its brands, which detectors search for, and its other properties and partners, so that none of them is reported
 * as a threat.
 */

const each = (max: number, of: z.ZodMiniType<string, string>) => z.array(of).check(z.maxLength(max), wire.eachOnce())

/** How a partner may use the names of the company. */
export const partnerRoles = ['reseller', 'agent'] as const

/** Names stored earlier may have several lines, which are still displayed; new names have one line. */
function shapesOf(line: typeof wire.text) {
  const host = line(253, 3).check(z.overwrite((name) => name.toLowerCase().replace(/\.$/, '')))
  const handles = z.array(z.strictObject({ source: z.enum(everySourceName), handle: line(200, 1) })).check(
    z.maxLength(100),
    wire.eachOnce<{ source: string; handle: string }>(({ source, handle }) => `${source} ${handle.toLowerCase()}`),
  )
  const phones = each(
    100,
    line(40, 3).check(z.refine((number) => /^\+?[\d ()./-]{3,}$/.test(number), problem('NOT_A_PHONE_NUMBER'))),
  )
  const accounts = each(
    100,
    line(60, 4).check(z.refine((account) => /^[A-Za-z0-9 ./@_-]+$/.test(account), problem('NOT_AN_ACCOUNT_NUMBER'))),
  )
  const brand = z.strictObject({
    key: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, problem('NOT_A_KEY'))),
    name: line(100, 1),
    /** Forms to search for inside names, e.g. `trustwallet`. */
    aliases: z
      .array(line(60, 2).check(z.overwrite((alias) => alias.toLowerCase())))
      .check(z.minLength(1), z.maxLength(50), wire.eachOnce()),
    /** Domains or hosts the brand runs itself; they and everything below them are never a threat. */
    official: each(200, host),
    handles,
    /** Phone numbers of the brand. */
    phones,
    /** Bank accounts, IBANs and payment addresses (UPI) that the brand receives payments on, as they are written. */
    accounts,
  })
  /** A person the company protects: profiles that impersonate them are threats, and their leaked credentials are watched. */
  const person = z.strictObject({
    name: line(100, 1),
    title: line(100),
    emails: each(20, z.email().check(z.maxLength(254), z.toLowerCase())),
    handles,
  })
  const app = z.strictObject({
    name: line(100, 1),
    packageName: z
      .string()
      .check(z.maxLength(200), z.regex(/^[A-Za-z][\w-]*(\.[\w-]+)+$/, problem('NOT_A_PACKAGE_NAME'))),
    /**
     * SHA-256 of the certificates its releases are signed with, as hex digits; colons are allowed. For iOS also the ten characters of a
     * team.
     */
    signerSha256: z
      .array(
        z.string().check(
          z.overwrite((digits) => digits.replaceAll(':', '').toLowerCase()),
          z.regex(/^(?:[0-9a-f]{64}|[0-9a-z]{10})$/, problem('NOT_A_SHA256')),
        ),
      )
      .check(z.maxLength(20), wire.eachOnce()),
  })
  /** An authorised reseller or agent: what it runs is not reported as a threat. */
  const partner = z.strictObject({
    name: line(100, 1),
    role: z.enum(partnerRoles),
    domains: each(100, host),
    handles,
    phones,
    accounts,
  })
  return {
    brands: z.array(brand).check(
      z.maxLength(200),
      wire.eachOnce<{ key: string }>(({ key }) => key),
    ),
    /** Domains of the company that belong to no brand, such as those it sends email from. */
    domains: each(1000, host),
    people: z.array(person).check(z.maxLength(500)),
    apps: z.array(app).check(
      z.maxLength(500),
      wire.eachOnce<{ packageName: string }>(({ packageName }) => packageName),
    ),
    partners: z.array(partner).check(
      z.maxLength(1000),
      wire.eachOnce<{ name: string }>(({ name }) => name.toLowerCase()),
    ),
  }
}

/** Everything a company protects, as one document; `version` counts its changes. */
export const Assets = z.object({ ...shapesOf(wire.text), version: z.int() })
export type Assets = z.output<typeof Assets>
/** An authorised reseller or agent. */
export type Partner = Assets['partners'][number]
/** One brand with the names to search for and the domains it runs itself. */
export type ProtectedBrand = Assets['brands'][number]

/** The lists are empty for a company that has not entered anything. */
export const getAssets = route({
  method: 'GET',
  path: '/settings/assets',
  summary: "Get the company's protected assets",
  access: 'settings:read',
  query: wire.ofCompany,
  response: Assets,
})

const written = shapesOf(wire.oneLine)
/** What a person enters. */
export const writtenAssets = { ...written, partners: z._default(written.partners, []) }

/**
 * Replaces the whole document; what is left out is removed. 409 when `version` is stale; 400 naming the field for a value that can't be
 * matched, such as a domain that is a public suffix.
 */
export const putAssets = route({
  method: 'PUT',
  path: '/settings/assets',
  summary: "Replace the company's protected assets; they apply from the next feed on",
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    ...writtenAssets,
    version: wire.version,
  }),
  response: Assets,
})
