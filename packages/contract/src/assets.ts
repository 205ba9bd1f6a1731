import * as z from 'zod/mini'
import { route } from './route.ts'
import { everySourceName } from './sources.ts'
import * as wire from './wire.ts'

/*
 * What a company protects: its brands, which detectors look for, and what else is its own, so that nothing of it is taken for a threat.
 */

const host = wire.text(253, 3).check(z.overwrite((name) => name.toLowerCase().replace(/\.$/, '')))
const unique = (items: readonly string[]) => new Set(items).size === items.length
const each = (max: number, of: z.ZodMiniType<string, string>) =>
  z.array(of).check(z.maxLength(max), z.refine(unique, 'each once'))

const Handle = z.strictObject({ source: z.enum(everySourceName), handle: wire.text(200, 1) })
const handles = z.array(Handle).check(
  z.maxLength(100),
  z.refine((items) => unique(items.map(({ source, handle }) => `${source} ${handle.toLowerCase()}`)), 'each once'),
)

export const ProtectedBrand = z.strictObject({
  key: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens, at most 63')),
  name: wire.text(100, 1),
  /** Forms to look for inside names, e.g. `trustwallet`. */
  aliases: z
    .array(wire.text(60, 2).check(z.overwrite((alias) => alias.toLowerCase())))
    .check(z.minLength(1), z.maxLength(50), z.refine(unique, 'each once')),
  /** Domains or hosts the brand runs itself; they and everything below them are never a threat. */
  official: each(200, host),
  handles,
  /** Telephone numbers it is reached at. */
  phones: each(
    100,
    wire.text(40, 3).check(z.refine((number) => /^\+?[\d ()./-]{3,}$/.test(number), 'a telephone number')),
  ),
  /** Bank accounts it takes money at, as they are written. */
  accounts: each(
    100,
    wire.text(60, 4).check(z.refine((account) => /^[A-Za-z0-9 ./-]+$/.test(account), 'an account number')),
  ),
})
export type ProtectedBrand = z.output<typeof ProtectedBrand>

/** A person the company looks after: profiles that pretend to be them are threats, and their leaked sign-ins are watched. */
export const ProtectedPerson = z.strictObject({
  name: wire.text(100, 1),
  title: wire.text(100),
  emails: each(20, z.email().check(z.maxLength(254), z.toLowerCase())),
  handles,
})
export const ProtectedApp = z.strictObject({
  name: wire.text(100, 1),
  packageName: z
    .string()
    .check(z.maxLength(200), z.regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, 'a package name, e.g. com.example.app')),
  /** SHA-256 of the certificates its releases are signed with, as hex digits; colons may be written. */
  signerSha256: z
    .array(
      z.string().check(
        z.overwrite((digits) => digits.replaceAll(':', '').toLowerCase()),
        z.regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
      ),
    )
    .check(z.maxLength(20), z.refine(unique, 'each once')),
})

const shape = {
  brands: z.array(ProtectedBrand).check(
    z.maxLength(200),
    z.refine((brands) => unique(brands.map(({ key }) => key)), 'each key once'),
  ),
  /** Domains of the company that belong to no brand, such as those it writes mail from. */
  domains: each(1000, host),
  people: z.array(ProtectedPerson).check(z.maxLength(500)),
  apps: z.array(ProtectedApp).check(
    z.maxLength(500),
    z.refine((apps) => unique(apps.map(({ packageName }) => packageName)), 'each package once'),
  ),
}
export const Assets = z.object({ ...shape, version: z.int() })
export type Assets = z.output<typeof Assets>

export const getAssets = route({
  method: 'GET',
  path: '/settings/assets',
  summary: 'What the company protects',
  access: 'settings:read',
  query: z.object({ company: wire.company }),
  response: Assets,
})

export const putAssets = route({
  method: 'PUT',
  path: '/settings/assets',
  summary: 'Set what the company protects, as a whole; the next feed is read by it',
  access: 'assets:write',
  query: z.object({ company: wire.company }),
  body: z.strictObject({ company: wire.company, ...shape, version: z.int().check(z.gte(1)) }),
  response: Assets,
})
