import type { FastifyInstance } from 'fastify'
import type { RetentionPeriod } from '@signet/contract/companies/retention'
import type { Tables } from '../db/tables.ts'
import type { App } from './app.ts'
import type { FollowCheck } from './follow-check.ts'
import type { Handlers } from './handler.ts'
import type { Enqueue, JobParts, Worker } from './jobs.ts'
import type { MailRefusal, MailSettled, PrepareMail, SubmitAbuseReport } from './mailer.ts'

/** Rows of a company that the nightly clean-up deletes some time after `since`. */
export interface KeptRows {
  table: keyof Tables
  since: 'at' | 'created_at' | 'until'
  /** For how long they are kept, or the setting that says it. */
  keep: { ms: number } | RetentionPeriod
  /** Rows with this value in this column are never deleted. */
  except?: { column: string; value: string }
}

/** What a feature contributes. Its `feature.ts` exports one as `feature`; `npm run generate` collects them. */
export interface Feature<H = object> {
  /** Handlers of contract routes, by route name. */
  handlers: H
  workers: readonly Worker[]
  /** Adds calls that don't fit the contract: streams, files, other protocols. */
  mount?(server: FastifyInstance, app: App): Promise<void> | void
  /** The rows of its tables that the nightly clean-up deletes. */
  kept: readonly KeptRows[]
  /** Additional work of the feature during the nightly clean-up. */
  nightly?(parts: JobParts, now: Date): Promise<unknown>
  /** For a feature whose cases depend on the checks of a domain. */
  followCheck?(enqueue: Enqueue): FollowCheck
  /** For a feature whose cases depend on what becomes of their emails. */
  mailSettled?(enqueue: Enqueue): MailSettled
  /** For a feature whose emails lose their reason while they wait. */
  mailRefusal?: MailRefusal
  /** For a feature whose emails carry files that are made on sending. */
  prepareMail?(enqueue: Enqueue): PrepareMail
  /** For the feature that knows the services with an API. */
  submitAbuseReport?: SubmitAbuseReport
}

/** Declares a feature; parts that are left out get an empty default. */
export function defineFeature<H extends Partial<Handlers>>(
  brings: Pick<Feature<H>, 'handlers'> & Partial<Feature<H>>,
): Feature<H> {
  return { workers: [], kept: [], ...brings }
}
