import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getQueued } from '@signet/contract/review/qa'
import { getThreat } from '@signet/contract/threats/threats'
import { compileAssets, confidenceOf, findingsOf } from '@signet/detection'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { threatOfFinding } from '../found/finding-threat.ts'
import { putThreats } from '../../intake/intake.queries.ts'

const world = useWorld()

async function found(name: string) {
  const company = await newCompany()
  const brand = { id: 'b', owner: company.key, name: 'Qarrow', aliases: ['qarrowbank'], official: ['qarrowbank.com'] }
  const [finding] = findingsOf(compileAssets([brand]), { name, feed: 'test', line: 1 })
  const threat = threatOfFinding(finding!, { id: company.brandId, name: brand.name })
  await world().database.inCompanies([company.id], (tx) =>
    putThreats(tx, company.id, randomUUID(), new Date(), [{ threat, feed: 'test', line: 1, text: name }]),
  )
  return { company, threat }
}

test('a name that was detected says how sure that is, and what would lower its score', async () => {
  const { company, threat } = await found('qarrowbank-login.weebly.com')
  const params = { threatId: threat.id }
  const { verdict } = (await send(await newUser('qa', company), getQueued, { params })).body
  expect(verdict?.confidence).toBeCloseTo(confidenceOf(threat.score / 100), 6)
  expect(verdict?.lowering[0]).toEqual({
    text: 'The name is an official host of the company or on its allow list.',
    by: threat.score,
  })
  expect(verdict?.lowering.map(({ text }) => text)).toContain('The hosted name is an official host of the company.')
})

test('what the detector of names did not judge has no verdict', async () => {
  const company = await newCompany()
  const { id: threatId } = await newThreat(company, { source: 'Instagram' })
  const { body } = await send(await newUser('client', company), getThreat, {
    params: { source: 'Instagram', threatId },
  })
  expect(body.verdict).toBeNull()
})
