import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { route } from '../route.ts'
import type { AttemptChannel } from '../takedowns/attempts.ts'
import { mebibyte } from '../threats/file-types.ts'
import * as wire from '../wire.ts'

/*
 * What a company can prove when it asks a provider to remove something: its trademarks and documents, and who speaks for it.
 */

/** The kinds of documents. */
export const rightsDocumentKinds = ['registration', 'authorisation', 'identity', 'other'] as const
/** One of `rightsDocumentKinds`: a registration extract, a letter of authorisation, a proof of identity. */
export type RightsDocumentKind = (typeof rightsDocumentKinds)[number]

/** Maximum number of trademarks, accounts and documents of a company. */
export const rightsMax = { trademarks: 200, accounts: 100, documents: 50 } as const

/** The upload rule of a document. */
export const rightsDocumentUpload = {
  maxBytes: 10 * mebibyte,
  types: ['application/pdf', 'image/png', 'image/jpeg'],
} as const

const calendarDay = z.iso.date(problem('NOT_A_DAY'))

const trademark = {
  name: wire.oneLine(200, 1),
  /** As the office writes it. */
  number: wire.oneLine(60, 1),
  /** The office or country, e.g. `EUIPO`. */
  office: wire.oneLine(60, 1),
  /** Of the Nice Classification, 1 to 45. */
  classes: z.array(z.int().check(z.gte(1), z.lte(45))).check(z.maxLength(45), wire.eachOnce()),
  /** The last day of protection; null if it isn't known. */
  expiresOn: z.nullable(calendarDay),
}

const identity = {
  /** The owner of the rights as registered. */
  legalName: wire.oneLine(200),
  postalAddress: wire.oneLine(300),
  phone: wire.oneLine(50),
  /** Who signs notices and forms, and in which position. */
  signatory: wire.oneLine(100),
  signatoryTitle: wire.oneLine(100),
  /** The role mailbox that providers and the accused may see. */
  email: z.union([z.literal(''), z.email().check(z.maxLength(254))]),
}

const account = {
  /** E.g. `Instagram`. */
  platform: wire.oneLine(60, 1),
  /** The address or name of the account. */
  handle: wire.oneLine(200, 1),
}

/** A stored document. */
export const RightsDocument = z.object({
  id: z.string(),
  kind: z.enum(rightsDocumentKinds),
  expiresOn: z.nullable(z.string()),
  file: wire.File,
})
export type RightsDocument = z.output<typeof RightsDocument>

/** The rights of a company, and who speaks for it. Texts are empty until somebody enters them. */
export const Rights = z.object({
  ...identity,
  trademarks: z.array(z.object(trademark)),
  accounts: z.array(z.object(account)),
  /** Oldest first. */
  documents: z.array(RightsDocument),
  /** 0 until the rights are saved for the first time. */
  version: z.int(),
})
export type Rights = z.output<typeof Rights>

/** What a channel can ask for. */
export const rightKinds = ['legalName', 'signatory', 'email', 'trademark', 'registration', 'authorisation'] as const
/** One of `rightKinds`, which a company lacks for a notice or a form. */
export type MissingRight = (typeof rightKinds)[number]

/** What the forms and desks of a channel ask for. Hosts and registrars act on the facts of the attack alone. */
const asked: Partial<Record<AttemptChannel, readonly MissingRight[]>> = {
  platform: ['legalName', 'signatory', 'email', 'trademark', 'registration', 'authorisation'],
  appStore: ['legalName', 'signatory', 'email', 'trademark', 'registration', 'authorisation'],
  searchEngine: ['legalName', 'signatory', 'trademark'],
  registry: ['legalName', 'trademark'],
}

type Held = Pick<Rights, 'legalName' | 'signatory' | 'email'> & {
  trademarks: readonly { expiresOn: string | null }[]
  documents: readonly { kind: RightsDocumentKind; expiresOn: string | null }[]
}

/**
 * What a channel asks for and the company doesn't have, or no longer has.
 *
 * @param today `YYYY-MM-DD`; what expires on that day is still valid
 */
export function missingRights(rights: Held, channel: AttemptChannel, today: string): MissingRight[] {
  const isValid = ({ expiresOn }: { expiresOn: string | null }) => expiresOn === null || expiresOn >= today
  const documents = rights.documents.filter(isValid)
  const has: Record<MissingRight, boolean> = {
    legalName: rights.legalName !== '',
    signatory: rights.signatory !== '',
    email: rights.email !== '',
    trademark: rights.trademarks.some(isValid),
    registration: documents.some(({ kind }) => kind === 'registration'),
    authorisation: documents.some(({ kind }) => kind === 'authorisation'),
  }
  return (asked[channel] ?? []).filter((right) => !has[right])
}

/** Empty texts and lists, and version 0, for a company that never saved any. */
export const getRights = route({
  method: 'GET',
  path: '/settings/rights',
  summary: "Get the company's trademarks, documents and accounts, and who speaks for it",
  access: 'rights:read',
  query: wire.ofCompany,
  response: Rights,
})

/** Replaces everything but the documents. 409 when `version` is stale. */
export const putRights = route({
  method: 'PUT',
  path: '/settings/rights',
  summary: "Change the company's trademarks and accounts, and who speaks for it",
  access: 'rights:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    ...identity,
    trademarks: z.array(z.strictObject(trademark)).check(
      z.maxLength(rightsMax.trademarks),
      wire.eachOnce<{ number: string; office: string }>(({ number, office }) => `${office}\n${number}`),
    ),
    accounts: z.array(z.strictObject(account)).check(
      z.maxLength(rightsMax.accounts),
      wire.eachOnce<{ platform: string; handle: string }>(({ platform, handle }) => `${platform}\n${handle}`),
    ),
    version: z.int().check(z.gte(0)),
  }),
  response: Rights,
})

/** 409 above `rightsMax.documents`; 413 and 415 by `rightsDocumentUpload`. */
export const addRightsDocument = route({
  method: 'POST',
  path: '/settings/rights/documents',
  summary: 'Add a registration extract, a letter of authorisation or another document',
  access: 'rights:write',
  status: 201,
  upload: rightsDocumentUpload,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    kind: z.enum(rightsDocumentKinds),
    expiresOn: z.optional(calendarDay),
  }),
  response: Rights,
})

/** Notices that carried it keep it. 404 for a document of another company. */
export const deleteRightsDocument = route({
  method: 'DELETE',
  path: '/settings/rights/documents/{documentId}',
  summary: 'Delete a document',
  access: 'rights:write',
  params: z.object({ documentId: wire.id }),
  query: wire.ofCompany,
  response: Rights,
})
