import { expect, test } from 'vitest'
import { reweigh } from './reweigh.ts'

const name = { name: 'Brand as a separate word', contribution: 80 }
const threat = { indicators: [name], score: 80, severity: 3, stage: 'queued' as const }
const none = { observed: [], proof: undefined }
const signIn = {
  verdict: 'impostor' as const,
  indicators: [
    { name: 'Logo match', value: 'Logo 94 %', contribution: 2 },
    { name: 'Asks for PIN', contribution: 3 },
  ],
}
const parked = { verdict: 'parked' as const, indicators: [{ name: 'Parked page', contribution: -14 }] }

test('a sign-in page with the logo is critical, and low once it is parked', () => {
  const first = reweigh(threat, none, { observed: [], proof: signIn }, 80)
  expect(first).toMatchObject({ score: 92, severity: 4 })
  expect(first.indicators.map(({ name: each }) => each)).toContain('Impostor of the sign-in page')
  const changed = { ...threat, ...first }
  const second = reweigh(changed, { observed: [], proof: signIn }, { observed: [], proof: parked }, 80)
  expect(second).toMatchObject({ score: 61, severity: 1 })
  expect(second.indicators).toEqual([
    name,
    { name: 'Nothing but a parked page', contribution: -5 },
    { name: 'Parked page', contribution: -14 },
  ])
})

test('a severity that a person set stays, and so does one that clients have seen', () => {
  const after = { observed: [], proof: signIn }
  expect(reweigh({ ...threat, severity: 2 }, none, after, 80)).toMatchObject({ score: 92, severity: 2 })
  expect(reweigh({ ...threat, stage: 'published' }, none, after, 80)).toMatchObject({ score: 92, severity: 3 })
})

test('the score of a threat that a person rated does not change with its page', () => {
  const rated = { ...threat, indicators: [], score: 78 }
  const first = reweigh(rated, none, { observed: [], proof: signIn }, 78)
  expect(first).toMatchObject({ score: 78, severity: 3, indicators: signIn.indicators.toReversed() })
  const observed = [{ name: 'Registered recently', contribution: 10 }]
  const second = reweigh({ ...rated, ...first }, { observed: [], proof: signIn }, { observed, proof: signIn }, 78)
  expect(second).toMatchObject({ score: 88, observed })
})

test('what both the check of the domain and the comparison see counts once', () => {
  const observed = [
    { name: 'Parked page', value: 'Placeholder', contribution: -8 },
    { name: 'No mail records', contribution: -3 },
  ]
  const checked = reweigh(threat, none, { observed, proof: undefined }, 80)
  expect(checked.score).toBe(69)
  const both = reweigh({ ...threat, ...checked }, { observed, proof: undefined }, { observed, proof: parked }, 80)
  expect(both.indicators.filter((one) => one.name === 'Parked page')).toEqual(parked.indicators)
  expect(both.observed).toEqual([{ name: 'No mail records', contribution: -3 }])
})
