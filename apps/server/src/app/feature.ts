import type { FastifyInstance } from 'fastify'
import type { Tables } from '../db/tables.ts'
import type { App } from './app.ts'
import type { FollowLook } from './follow-look.ts'
import type { Handlers } from './handler.ts'
import type { Enqueue, JobParts, Worker } from './jobs.ts'

/** Rows of a company that are deleted by the nightly clean-up some time after `since`. */
export interface KeptRows {
  table: keyof Tables
  since: 'at' | 'created_at' | 'until'
  forMs: number
}

/** What a feature brings. Its `feature.ts` exports one as `feature`; `npm run generate` puts them together. */
export interface Feature<H = object> {
  /** Answers calls of the contract, by the name of their route. */
  handlers: H
  workers: readonly Worker[]
  /** Adds calls that are not of the contract's form: streams, files, other protocols. */
  mount?(server: FastifyInstance, app: App): Promise<void> | void
  /** What the nightly clean-up deletes of its tables. */
  kept: readonly KeptRows[]
  /** What the nightly clean-up does for the feature besides. */
  nightly?(parts: JobParts, now: Date): Promise<unknown>
  /** For a feature whose cases depend on what is seen of a domain. */
  followLook?(enqueue: Enqueue): FollowLook
}

/** Declares a feature; what is left out it does not have. */
export function defineFeature<H extends Partial<Handlers> = object>(brings: Partial<Feature<H>>): Feature<H> {
  return { handlers: {} as H, workers: [], kept: [], ...brings }
}
