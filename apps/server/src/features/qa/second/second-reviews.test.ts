import { expect, test } from 'vitest'
import { getQaDashboard, publishThreat, recallThreat, requestDeletion } from '@signet/contract/review/qa'
import { putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { getReviewAgreement, getSecondReview, giveSecondReview } from '@signet/contract/review/second-reviews'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'

useWorld()
const because = { remark: { kind: 'Irrelevant' } } as const

/** A company in which half of the decisions are repeated, and two reviewers. */
async function newReviewers(secondReviewPercent = 50) {
  const company = await newCompany()
  const admin = await newUser('admin', company)
  const query = { company: company.key }
  const body = { ...usualReviewPolicy, graceMinutes: 0, secondReviewPercent }
  expect((await send(admin, putReviewPolicy, { query, body })).status).toBe(200)
  const [first, second] = [await newUser('qa', company), await newUser('qa', company)]
  return { company, query, first, second }
}
type Reviewers = Awaited<ReturnType<typeof newReviewers>>

/** Decides on new threats until one of them waits for a second review. Returns its id. */
async function decideUntilSampled({ company, first, second }: Reviewers, step = publishThreat) {
  const before = (await send(second, getQaDashboard)).body.secondReviews
  for (let n = 0; n < 60; n += 1) {
    const { id } = await newThreat(company, { stage: 'queued' })
    expect((await send(first, step, { params: { threatId: id }, body: { version: 1, ...because } })).status).toBe(200)
    if ((await send(second, getQaDashboard)).body.secondReviews > before) return id
  }
  throw new Error('none of 60 decisions was chosen')
}

test('another reviewer gets a sampled threat as if nobody had decided, and learns the first decision with the own one', async () => {
  const all = await newReviewers()
  const id = await decideUntilSampled(all)
  const { waiting, threat } = (await send(all.second, getSecondReview)).body
  expect(waiting).toBe(1)
  expect(threat).toMatchObject({ id, stage: 'queued', stagedBy: null, publishedAt: null, status: 'open', history: [] })
  expect(JSON.stringify(threat)).not.toContain('"published"')
  const params = { threatId: id }
  const answer = await send(all.second, giveSecondReview, { params, body: { verdict: 'harmless' } })
  expect(answer).toMatchObject({ status: 200, body: { first: { verdict: 'threat' }, agrees: false } })
  expect((await send(all.second, getSecondReview)).body).toEqual({ waiting: 0, threat: null })
  const again = await send(all.second, giveSecondReview, { params, body: { verdict: 'threat' } })
  expect(again).toMatchObject(refusal('NOT_FOUND'))
})

test('nobody repeats their own decision', async () => {
  const all = await newReviewers()
  const id = await decideUntilSampled(all)
  expect((await send(all.first, getSecondReview)).body.threat).toBeNull()
  const own = await send(all.first, giveSecondReview, { params: { threatId: id }, body: { verdict: 'threat' } })
  expect(own).toMatchObject(refusal('NOT_FOUND'))
})

test('what is recalled is no longer repeated', async () => {
  const all = await newReviewers()
  const id = await decideUntilSampled(all)
  await send(all.first, recallThreat, { params: { threatId: id }, body: { version: 2, ...because } })
  expect((await send(all.second, getSecondReview)).body.threat).toBeNull()
})

test('the agreement of reviewers is measured beyond chance, with the threats on which they disagree', async () => {
  const all = await newReviewers()
  const verdicts = [
    [publishThreat, 'threat'],
    [publishThreat, 'threat'],
    [requestDeletion, 'harmless'],
    [requestDeletion, 'threat'],
  ] as const
  for (const [step, verdict] of verdicts) {
    const threatId = await decideUntilSampled(all, step)
    await send(all.second, giveSecondReview, { params: { threatId }, body: { verdict } })
  }
  const { body } = await send(all.first, getReviewAgreement, { query: all.query })
  // 3 of 4 agree; by chance 0.5 · 0.75 + 0.5 · 0.25 = 0.5 would.
  expect(body).toMatchObject({ pairs: 4, agreed: 3, kappa: 0.5 })
  expect(body.disagreements).toMatchObject([{ first: { verdict: 'harmless' }, second: { verdict: 'threat' } }])
  const stranger = await newUser('qa', await newCompany())
  expect((await send(stranger, getReviewAgreement, { query: all.query })).status).toBe(404)
})

test('without a share in the policy nothing is repeated', async () => {
  const all = await newReviewers(0)
  await expect(decideUntilSampled(all)).rejects.toThrow('none of 60')
})
