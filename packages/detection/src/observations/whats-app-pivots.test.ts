import { expect, test } from 'vitest'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { compileOwnAssets, ownAssetOf } from '../ownership/own-assets.ts'
import { judgeObservation } from './judge-observation.ts'
import { compileWatch } from './watch.ts'
import { whatsAppPivots } from './whats-app-pivots.ts'

const assets = {
  brands: [
    {
      key: 'velmora',
      name: 'Velmora Bank',
      aliases: ['velmora'],
      official: ['velmora.example'],
      handles: [],
      phones: ['+44 20 7946 0100'],
      accounts: [],
    },
  ],
  domains: [],
  people: [],
  apps: [],
}
const post = (text: string): SourceObservation => ({
  source: 'Twitter',
  kind: 'post',
  id: '1',
  at: null,
  url: 'https://x.com/i/status/1',
  fields: { Name: 'Velmora Care' },
  names: ['Velmora Care'],
  handle: 'velmora_care1',
  text,
  links: [],
  phones: [],
  account: { createdAt: null, followers: 3, following: 0, isVerified: false },
  pictureUrl: null,
})

test('a number in a scam post is a threat in WhatsApp, for the reasons of the post', () => {
  const [pivot] = whatsAppPivots(post('Velmora account blocked? Send your PIN to https://wa.me/442079460199'))
  if (!pivot) throw new Error('no pivot')
  expect(pivot).toMatchObject({
    source: 'WhatsApp',
    id: '+442079460199',
    url: 'https://wa.me/442079460199',
    fields: {
      Profile: '+442079460199',
      ProfileName: 'Velmora Care',
      seenIn: 'Twitter',
      seenAt: 'https://x.com/i/status/1',
    },
  })
  const verdict = judgeObservation(compileWatch(assets), pivot)
  expect(verdict?.threatType).toBe('Fake support number')
  expect(verdict?.indicators.map(({ name }) => name)).toContain('Asks for secrets')
})

test('an invitation to a group is a scam group', () => {
  const text = 'Velmora Bank doubles your money today, pay the fee first: chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv'
  const [pivot] = whatsAppPivots(post(text))
  if (!pivot) throw new Error('no pivot')
  expect(pivot.fields['inviteLink']).toBe('https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv')
  expect(judgeObservation(compileWatch(assets), pivot)?.threatType).toBe('Scam group')
})

test('the company’s own number is its own in WhatsApp too', () => {
  const [pivot] = whatsAppPivots(post('Velmora help on WhatsApp: +44 20 7946 0100'))
  if (!pivot) throw new Error('no pivot')
  expect(ownAssetOf(compileOwnAssets(assets), pivot)).toEqual({ kind: 'phone', value: '+44 20 7946 0100' })
})

test('a post without a number or an invitation leads nowhere', () => {
  expect(whatsAppPivots(post('Velmora Bank raises its rates'))).toEqual([])
})
