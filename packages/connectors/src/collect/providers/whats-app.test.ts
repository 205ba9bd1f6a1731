import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveryOf, tipOf } from '../../../test/providers/fake-whats-app.ts'
import { whatsApp } from './whats-app.ts'

const credentials = { clientSecret: 'the secret of the app' }
const read = (...messages: unknown[]) => whatsApp.read(deliveryOf(messages, credentials.clientSecret))

test('accepts only the signature of the bytes that were sent, with the secret of the app', () => {
  const delivery = deliveryOf([tipOf('1', 'é')], credentials.clientSecret)
  const signature = delivery.headers['x-hub-signature-256']
  const isAuthentic = (written: string | undefined, body = delivery.body) =>
    whatsApp.isAuthentic(credentials, { headers: { 'x-hub-signature-256': written }, body })
  expect(isAuthentic(signature)).toBe(true)
  expect(isAuthentic(signature, Buffer.concat([delivery.body, Buffer.from(' ')]))).toBe(false)
  expect(isAuthentic(undefined)).toBe(false)
  expect(isAuthentic(signature.slice(0, -2))).toBe(false)
  expect(isAuthentic(signature.replace('sha256=', ''))).toBe(false)
  expect(whatsApp.isAuthentic({ clientSecret: 'another' }, delivery)).toBe(false)
  expect(whatsApp.isAuthentic({}, deliveryOf([], ''))).toBe(false)
})

test('a forwarded text keeps nothing of who reports it', () => {
  const { observations, skipped } = read(tipOf('1', 'Velmora Bank: send your PIN'))
  expect(skipped).toEqual([])
  expect(observations).toMatchObject([
    {
      source: 'WhatsApp',
      kind: 'post',
      at: '2026-09-21T14:13:20.000Z',
      text: 'Velmora Bank: send your PIN',
      fields: { message: 'Velmora Bank: send your PIN', forwarded: true },
    },
  ])
  expect(JSON.stringify(observations)).not.toMatch(/447700900123|A customer/)
})

test('a shared contact, an address of a chat and an invitation name the account', () => {
  const contact = {
    name: { formatted_name: 'Velmora Refunds' },
    phones: [{ phone: '+44 20 7946 0199', wa_id: '442079460199' }],
    urls: [{ url: 'https://velmora-refund.example/' }],
  }
  const { observations } = read(
    tipOf('1', '', { type: 'contacts', text: undefined, contacts: [contact], context: undefined }),
    tipOf('2', 'Write to https://wa.me/442079460188'),
    tipOf('3', 'Join https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv'),
  )
  expect(observations.map(({ id, fields, names, links }) => ({ id, fields, names, links }))).toEqual([
    {
      id: '+442079460199',
      fields: { Profile: '+442079460199', ProfileName: 'Velmora Refunds', forwarded: false },
      names: ['Velmora Refunds'],
      links: ['https://velmora-refund.example/'],
    },
    {
      id: '+442079460188',
      fields: { Profile: '+442079460188', message: 'Write to https://wa.me/442079460188', forwarded: true },
      names: [],
      links: [],
    },
    expect.objectContaining({ id: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv' }),
  ])
})

test('an image is kept by its id and caption, and messages without anything to read are left out', () => {
  const image = { id: '1003383421387256', mime_type: 'image/jpeg', sha256: 'x', caption: 'Is this Velmora Bank?' }
  const { observations, skipped } = read(
    tipOf('1', '', { type: 'image', text: undefined, image }),
    tipOf('2', '', { type: 'audio', text: undefined, audio: { id: '5' } }),
  )
  expect(observations.map(({ fields }) => fields)).toEqual([
    { message: 'Is this Velmora Bank?', mediaId: '1003383421387256', mediaType: 'image', forwarded: true },
  ])
  expect(skipped).toEqual([])
})

test('a malformed message costs only itself, and deliveries of another format nothing but a line', () => {
  const { observations, skipped } = read({ id: 'wamid.x' }, tipOf('2', 'Velmora'))
  expect(observations).toHaveLength(1)
  expect(skipped).toEqual([{ at: '1', field: 'timestamp' }])
  expect(whatsApp.read({ headers: {}, body: Buffer.from('not JSON') }).skipped).toEqual([{ at: '1', field: 'object' }])
})

test('a notice about the delivery of an answer has no messages', () => {
  const value = { statuses: [{ id: 'wamid.x', status: 'read' }] }
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ value }] }] }))
  expect(whatsApp.read({ headers: {}, body })).toEqual({ observations: [], skipped: [] })
})

test('no delivery makes it fail, and what it returns can be stored', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      for (const message of [value, tipOf('1', `${text}\0\uD83D`)]) {
        const { observations } = read(message)
        expect(JSON.stringify(observations)).not.toMatch(/\\u(?:0000|d83d)/)
      }
    }),
  )
})
