import { randomUUID } from 'node:crypto'
import { mergeThreat, mergeTout } from '@signet/contract/review/qa-merge'
import { openForReview } from '@signet/contract/review/qa-work'
import { usualReviewPolicy } from '@signet/contract/review/review-policy'
import { look, published, pickThreat } from '../../../test/demo-records.ts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { newThreat, send, theWorld } from '../../../test/harness.ts'

/** A decision of a reviewer on a record in a stage. */
const reviewed =
  (kind: 'threat' | 'tout', where: string, more: object = {}) =>
  async (caller: Caller) => {
    const { id, version } = await pickThreat(caller, where, kind)
    return { params: { [kind === 'threat' ? 'threatId' : 'toutId']: id }, body: { version, ...more } }
  }

/** Two waiting records of one source, one to be merged into the other. */
const merging = (kind: 'threat' | 'tout') => async (caller: Caller) => {
  const into = await newThreat(caller.company, { kind, stage: 'queued' })
  const { id, version } = await newThreat(caller.company, { kind, stage: 'queued' })
  return { params: { [kind === 'threat' ? 'threatId' : 'toutId']: id }, body: { into: into.id, version } }
}

export const examples: Examples = {
  inputs: {
    getSharers: async (caller) => ({
      params: {
        threatId: (
          await look(
            caller,
            'threats',
            'exists (select from threat_traits t where t.company_id = threats.company_id and t.threat_id = threats.id)',
          )
        ).id,
      },
    }),
    getQueued: reviewed('threat', `stage = 'queued'`),
    publishThreat: reviewed('threat', `stage = 'queued'`),
    whitelistThreat: reviewed('threat', `stage = 'queued' and source = 'Domain'`, { reason: 'A reseller' }),
    watchThreat: reviewed('threat', `stage = 'queued'`, { reason: 'Look again' }),
    unwatchThreat: reviewed('threat', `stage = 'watchlist'`),
    requestDeletion: reviewed('threat', `stage = 'queued'`, { reason: 'A namesake' }),
    restoreThreat: reviewed('threat', `stage = 'deleted'`),
    recallThreat: reviewed('threat', `stage = 'published' and status = 'open'`, { reason: 'A namesake' }),
    approveDeletion: reviewed('threat', `stage = 'deletionPending'`),
    rejectDeletion: reviewed('threat', `stage = 'deletionPending'`),
    correctThreat: reviewed('threat', `stage = 'queued'`, { severity: 'Low' }),
    reviewThreats: async (caller) => ({
      body: { kind: 'threat', ids: [(await pickThreat(caller, `stage = 'queued'`)).id], action: 'publish' },
    }),
    undoSteps: async (caller) => ({
      body: { kind: 'threat', ids: [(await pickThreat(caller, `stage = 'queued'`)).id], versions: {} },
    }),
    recheckWatched: async (caller) => ({
      body: { kind: 'threat', ids: [(await look(caller, 'threats', `stage = 'watchlist'`)).id], everyDays: 7 },
    }),
    getQueuedTout: reviewed('tout', `stage = 'queued'`),
    publishTout: reviewed('tout', `stage = 'queued'`),
    whitelistTout: reviewed('tout', `stage = 'queued' and source = 'Domain'`, { reason: 'A reseller' }),
    watchTout: reviewed('tout', `stage = 'queued'`, { reason: 'Look again' }),
    unwatchTout: reviewed('tout', `stage = 'watchlist'`),
    requestToutDeletion: reviewed('tout', `stage = 'queued'`, { reason: 'A namesake' }),
    restoreTout: reviewed('tout', `stage = 'deleted'`),
    recallTout: reviewed('tout', `stage = 'published' and status = 'open'`, { reason: 'A namesake' }),
    putReviewPolicy: () => ({ body: { ...usualReviewPolicy, graceMinutes: 5 } }),
    approveToutDeletion: reviewed('tout', `stage = 'deletionPending'`),
    rejectToutDeletion: reviewed('tout', `stage = 'deletionPending'`),
    correctTout: reviewed('tout', `stage = 'queued'`, { severity: 'Low' }),
    addThreat: ({ company, role }) => ({
      body: {
        company: company.key,
        source: 'Domain',
        threatType: 'Look-alike domain',
        severity: 'High',
        fields: { domain_name: `by-hand-${role.toLowerCase()}.example` },
      },
    }),
    addTout: ({ company, role }) => ({
      body: {
        company: company.key,
        source: 'Domain',
        threatType: 'Unauthorised seller',
        severity: 'High',
        fields: { domain_name: `tout-by-hand-${role.toLowerCase()}.example`, price: 120, faceValue: 40, quantity: 4 },
      },
    }),
    addTouts: ({ company, role }) => ({
      body: {
        company: company.key,
        source: 'Domain',
        rows: [
          {
            threatType: 'Unauthorised seller',
            severity: 'High',
            fields: { domain_name: `one-of-many-touts-${role.toLowerCase()}.example` },
          },
        ],
      },
    }),
    addMailThreats: ({ company }) => ({
      form: {
        fields: { company: company.key, dryRun: 'true' },
        files: [
          { bytes: Buffer.from('From: a@home.example\r\nSubject: FW\r\n\r\nhttps://one.example/p'), name: 'mail.eml' },
        ],
      },
    }),
    addThreats: ({ company, role }) => ({
      body: {
        company: company.key,
        source: 'Domain',
        rows: [
          {
            threatType: 'Look-alike domain',
            severity: 'High',
            fields: { domain_name: `one-of-many-${role.toLowerCase()}.example` },
          },
        ],
      },
    }),
    changeThreat: async (caller) => {
      const { params, version } = await published(caller)
      return { params, body: { severity: 'Low', version } }
    },
    changeTout: async (caller) => {
      const { params, version } = await published(caller, 'tout')
      return { params, body: { severity: 'Low', version } }
    },
    getUserActivityWithEmail: () => ({ query: { userEmail: 'qa@demo.example', dateRange: '2026-01-01,2026-11-21' } }),
    getSourceDistribution: () => ({ query: { userEmail: 'qa@demo.example', dateRange: '2026-01-01,2026-11-21' } }),
    openForReview: async (caller) => ({
      body: { kind: 'threat', id: (await pickThreat(caller, `stage = 'queued'`)).id },
    }),
    getQaClaims: async (caller) => {
      const body = { kind: 'threat', id: (await pickThreat(caller, `stage = 'queued'`)).id } as const
      await send(caller.user, openForReview, { body })
      return {}
    },
    mergeThreat: merging('threat'),
    mergeTout: merging('tout'),
    unmergeThreat: async (caller) => {
      const input = await merging('threat')(caller)
      await send(caller.user, mergeThreat, input)
      return { params: input.params, body: { version: input.body.version + 1 } }
    },
    unmergeTout: async (caller) => {
      const input = await merging('tout')(caller)
      await send(caller.user, mergeTout, input)
      return { params: input.params, body: { version: input.body.version + 1 } }
    },
    giveSecondReview: async (caller) => {
      const { id } = await pickThreat(caller, `stage = 'queued'`)
      const { pool } = theWorld().database
      await pool.query(
        `insert into second_reviews (company_id, threat_id, first_by, first_by_name, first_verdict, first_at)
          values ($1, $2, $3, 'Rita Reviewer', 'threat', now())`,
        [caller.company.id, id, randomUUID()],
      )
      return { params: { threatId: id }, body: { verdict: 'threat' } }
    },
    claimThreats: ({ company }) => ({ body: { company: company.key, n: 2 } }),
  },
  bodies: {
    requestDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
    requestToutDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
    whitelistThreat: { remark: { kind: 'Irrelevant' }, version: 1 },
    whitelistTout: { remark: { kind: 'Irrelevant' }, version: 1 },
  },
  async rows(tx, { base, twinId, userId, marker }) {
    await tx
      .insertInto('qa_claims')
      .values({ ...base, user_id: userId, user_name: marker, expires_at: new Date() })
      .execute()
    await tx
      .insertInto('automatic_decisions')
      .values({ ...base, decision: 'release', score: 93, threshold: 90, low: 0.98 })
      .execute()
    await tx
      .insertInto('second_reviews')
      .values({
        ...base,
        first_by: userId,
        first_by_name: marker,
        first_verdict: 'threat',
        first_at: new Date(),
        second_by: null,
        second_by_name: null,
        second_verdict: null,
        second_at: null,
      })
      .execute()
    await tx
      .insertInto('qa_watches')
      .values({ ...base, every_days: 7, checked_at: new Date(), checked_by_name: marker, due_at: new Date() })
      .execute()
    const step = { step: 'watch', by_user: userId, version: 2, stage: 'queued', staged_at: new Date() } as const
    const unset = { stage_reason: null, queued_at: null, published_at: null, recall_reason: null }
    const unwatched = { every_days: null, checked_at: null, checked_by_name: null, due_at: null }
    await tx
      .insertInto('qa_last_steps')
      .values({
        ...base,
        ...step,
        ...unset,
        ...unwatched,
        staged_by: userId,
        staged_by_name: marker,
        auto_filtered: false,
      })
      .execute()
    await tx
      .insertInto('threat_merges')
      .values({
        ...base,
        threat_id: twinId,
        into_id: base.threat_id,
        from_stage: 'queued',
        merged_by: userId,
        merged_by_name: marker,
      })
      .execute()
  },
}
