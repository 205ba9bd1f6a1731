import type { AbuseReport } from '@signet/connectors'
import type { AbuseReportServiceName } from '@signet/contract/takedowns/abuse-report-services'
import type { Words } from '@signet/contract/wire'
import type { Database, Tx } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Secrets } from './secrets.ts'

/** A person and their email address. The two are separate, so that no text is ever parsed into addresses. */
export interface MailAddress {
  name: string
  address: string
}

/** The result of one attempt. Only `unknown` leaves open whether the email was sent. */
export type Delivery =
  | { state: 'sent'; ticket?: string }
  | { state: 'refused'; reason: Words; isAddressRefused: boolean }
  | { state: 'temporary'; reason: Words; retryAt?: Date | null }
  | { state: 'unknown'; reason: Words }

/** One outgoing email to one recipient. */
export interface OutgoingMail {
  /** Without angle brackets; the same for every attempt, so that the email can be found in the receiver's log. */
  messageId: string
  /** Message ids of earlier emails of the same correspondence, oldest first. */
  references: readonly string[]
  from: MailAddress
  replyTo: MailAddress | null
  /** The request that caused it, for a header; left out or null if it was scheduled. */
  requestId?: string | null
  to: MailAddress
  subject: string
  text: string
  html: string | null
  attachments: readonly { name: string; type: string; content: Buffer }[]
}

/** What the services that take reports are reached with. */
export interface AbuseReportParts {
  database: Database
  secrets: Secrets
  /** Exceptions from the address and port rules, as `host:port`. */
  feedAllow: readonly string[]
  /** Stands in for all services; for tests. */
  abuseReportServicesUrl?: string | null
}

/** A report for the API of a service. */
export interface AbuseReportNotice {
  companyId: number
  service: AbuseReportServiceName
  report: AbuseReport
}

/** Hands a report to the API of a service instead of sending an email; a service that has it gives a ticket. */
export type SubmitAbuseReport = (parts: AbuseReportParts, notice: AbuseReportNotice) => Promise<Delivery>

/**
 * Further work once it is known what became of an email, in the transaction that stores it.
 *
 * @param outcome `failed` includes emails that were never handed over
 */
export type MailSettled = (
  tx: Tx,
  mail: { companyId: number; mailId: string },
  outcome: 'sent' | 'failed' | 'unknown',
) => Promise<void>

/**
 * Whether an email may still be sent. It is called in the transaction that takes the email out of the outbox, and locks what the answer
 * depends on until that commits: what changes afterwards finds the email taken.
 *
 * @returns why it must not be sent any more; null if it may be
 */
export type MailRefusal = (tx: Tx, mail: { companyId: number; mailId: string }) => Promise<Words | null>

/**
 * Makes the files of an email that are made on sending, and queues the job that sends it, in one transaction. Nothing happens if that was
 * done; called again after a crash.
 */
export type PrepareMail = (
  parts: { database: Database; files: FileStore },
  mail: { companyId: number; mailId: string },
) => Promise<void>

/** Where emails are sent: a mail server, or the local mail catcher. */
export interface Mailer {
  from: MailAddress
  /** Origin of the portal, e.g. `https://portal.example.com`. */
  origin: string
  /** Whether emails stay on this machine because no mail server is configured; left out if they don't. */
  isCatching?: boolean
  deliver(mail: OutgoingMail): Promise<Delivery>
}
