import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * The mailbox that the replies to a company's notices arrive in. It is read over IMAP and never changed. Several companies can have their
 * replies in one mailbox: an email that answers a notice goes to the company of that notice.
 */

/** How the connection to a mail server is encrypted: from the first byte, after a command, or not at all (on this machine only). */
export const mailboxSecurities = ['tls', 'starttls', 'none'] as const
/** One of `mailboxSecurities`. */
export type MailboxSecurity = (typeof mailboxSecurities)[number]

const MailboxAccount = {
  host: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.minLength(1, { abort: true }), z.maxLength(253), z.regex(/^[a-z0-9._:-]+$/)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(mailboxSecurities),
  user: wire.oneLine(200, 1),
  folder: wire.oneLine(200, 1),
}

/**
 * Why the app may read the mailbox: by its own rights (OAuth 2.0, RFC 6749, section 4.4), or because the owner of the mailbox let it in
 * (section 6).
 */
export const mailboxGrants = ['clientCredentials', 'refreshToken'] as const

/** How the user of a mailbox signs in with access tokens instead of a password. */
export const MailboxOAuth = z.strictObject({
  grant: z.enum(mailboxGrants),
  /** Where the authorization server issues access tokens: an https address. */
  tokenUrl: wire.oneLine(2000, 1).check(z.refine((text) => URL.canParse(text), problem('NOT_A_WEB_ADDRESS'))),
  clientId: wire.oneLine(500, 1),
  /** Separated by spaces; empty for the default of the server. */
  scope: wire.oneLine(1000),
})
export type MailboxOAuth = z.output<typeof MailboxOAuth>

/** A mailbox and how far it was read. Its secrets are never sent back. */
export const Mailbox = z.object({
  ...MailboxAccount,
  /** Null if the user signs in with a password. */
  oauth: z.nullable(MailboxOAuth),
  /** Emails that arrived at the server before are not read. */
  readSince: wire.time,
  /** When all emails in it had last been read; null before the first time. */
  checkedAt: z.nullable(wire.time),
  mailsRead: z.int(),
  /** Emails that the server has not handed out so far; each is tried again every hour, for a day. */
  postponed: z.int(),
  /** Emails that the server did not hand out within a day; they are still in the mailbox. */
  unreadable: z.int(),
  /** Why it can't be read now; null if it can. */
  problem: z.nullable(wire.Sentence),
  /** When the server is tried again after a problem. */
  retryAt: z.nullable(wire.time),
  version: z.int(),
})
export type Mailbox = z.output<typeof Mailbox>

/** A mailbox as it is set. */
export const MailboxInput = z.strictObject({
  company: wire.company,
  ...MailboxAccount,
  password: z.optional(wire.oneLine(500, 1)),
  oauth: z.optional(
    z.extend(MailboxOAuth, {
      clientSecret: z.optional(wire.oneLine(1000, 1)),
      /** Only for the grant `refreshToken`. */
      refreshToken: z.optional(wire.oneLine(4000, 1)),
    }),
  ),
  /** Of the mailbox that is changed; 0 for the first one. */
  version: z.int().check(z.gte(0)),
})
export type MailboxInput = z.output<typeof MailboxInput>

const ofCompany = { access: 'company:manage', query: wire.ofCompany, response: z.nullable(Mailbox) } as const

/** Null if the company has none. */
export const getMailbox = route({
  method: 'GET',
  path: '/settings/mailbox',
  summary: 'Get the mailbox that replies of providers are read from, and whether it can be read',
  ...ofCompany,
})

/**
 * The user signs in with `password` or with `oauth`. Password, client secret and refresh token are stored encrypted; a missing one keeps
 * the stored one, if it would be sent to the same server. 400 without them, for a token URL that isn't https, or without encryption to
 * another machine; 409 for a stale version. If another company has the same mailbox, it is read for the company that set it first. A new
 * address, user or folder is read from the beginning.
 */
export const putMailbox = route({
  method: 'PUT',
  path: '/settings/mailbox',
  summary: 'Set the mailbox that replies of providers are read from',
  ...ofCompany,
  body: MailboxInput,
})

/** What was read stays. */
export const deleteMailbox = route({
  method: 'DELETE',
  path: '/settings/mailbox',
  summary: 'Stop reading replies from the mailbox and delete its secrets',
  ...ofCompany,
})
