import type { LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import { expect, test } from 'vitest'
import { tellingFirst } from './telling-first.ts'

const place = { kind: 'password', percent: null, box: { x: 0, y: 0, width: 1, height: 1 } } as const
const proof = (picture: string, count: number): Pick<LookalikeProof, 'picture' | 'places'> => ({
  picture,
  places: Array.from({ length: count }, () => place),
})
const captures = ['harmless', 'logo', 'full', 'form'].map((sha256) => ({ sha256 }))

test('the capture that shows most of the brand is first, not the newest', () => {
  const first = tellingFirst(captures, [proof('harmless', 0), proof('logo', 1), proof('form', 3)])
  expect(first.map(({ sha256 }) => sha256)).toEqual(['form', 'logo', 'harmless', 'full'])
})

test('without a comparison the newest stays first', () => {
  expect(tellingFirst(captures, [])).toEqual(captures)
})
