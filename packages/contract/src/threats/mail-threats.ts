import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'
import { AddResult } from './add-threats.ts'
import { severities } from './severities.ts'
import { threatSources } from './sources.ts'

/*
 * Threats from a suspicious email that a person has as a file. It is read in a limited process. The call that adds what was chosen sends
 * the file again, which becomes evidence of these threats; that of a dry run is removed at night.
 */

/** Emails as mail programs save them: RFC 5322, and messages of Outlook. */
export const mailUpload = {
  maxBytes: 25_000_000,
  types: ['message/rfc822', 'application/vnd.ms-outlook'],
} as const

/** A source and a fingerprint. */
const key = z.string().check(z.regex(/^[A-Za-z]{1,40}-[0-9a-f]{64}$/))
/** The field repeated. */
const keys = z.codec(z.union([key, z.array(key)]), z.array(key).check(z.maxLength(200)), {
  decode: (written) => [written].flat(),
  encode: (list) => list,
})

const MailFinding = z.object({
  /** The same for the same thing, in any email. */
  key: z.string(),
  source: z.enum(threatSources),
  threatType: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  /** Why the detector takes it for a threat to the company; empty if it doesn't. */
  reasons: z.array(z.string()),
  result: AddResult,
})
/** An address, phone number or payment account in an email, and what happens to it. */
export type MailFinding = z.output<typeof MailFinding>

/**
 * 400 (`MAIL_FILE_UNREADABLE`) naming the file if it can't be read; 413 above `mailUpload.maxBytes`; 415 for what is no email. Of the
 * chosen keys, those that aren't in the email are left out.
 */
export const addMailThreats = route({
  method: 'POST',
  path: '/threats/mail',
  summary: 'Add the chosen threats in an email (.eml or .msg); with dryRun only returns what the email contains',
  access: 'threats:add',
  query: wire.ofCompany,
  upload: mailUpload,
  body: z.strictObject({
    company: wire.company,
    /** Keys of findings. */
    chosen: z._default(keys, []),
    /** Adds what the company owns or allows all the same. */
    isAddedAnyway: z._default(wire.bool, false),
    dryRun: z._default(wire.bool, false),
  }),
  response: z.object({
    subject: z.string(),
    /** All findings in a dry run, otherwise those that were chosen. */
    findings: z.array(MailFinding),
  }),
})
