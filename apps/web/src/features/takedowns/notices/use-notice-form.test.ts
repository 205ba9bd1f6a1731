import { expect, test } from 'vitest'
import { attemptOf, firstValues } from './use-notice-form.ts'

const shown = { subject: 'Abuse report', text: 'Please remove it.' }

test('a contact with an address on the web begins as a form, any other as an email', () => {
  expect(firstValues({ channel: 'registrar', recipient: 'https://registrar.example/abuse' })).toMatchObject({
    way: 'form',
    channel: 'registrar',
    recipient: '',
    link: 'https://registrar.example/abuse',
  })
  expect(firstValues({ channel: 'hosting', recipient: 'abuse@host.example' })).toMatchObject({
    way: 'email',
    recipient: 'abuse@host.example',
    link: '',
  })
})

test('an email sends the text that is shown, also when nobody edited it', () => {
  const values = { ...firstValues(), recipient: ' abuse@host.example ', files: ['f'], link: 'https://left.example' }
  expect(attemptOf(values, shown)).toEqual({
    way: 'email',
    channel: 'hosting',
    recipient: 'abuse@host.example',
    language: 'en',
    ...shown,
    files: ['f'],
  })
})

test('a service is sent its text without files, and a form only its name and link', () => {
  const filled = { ...firstValues(), files: ['f'], recipient: 'Trademark form' }
  expect(attemptOf({ ...filled, way: 'api', service: 'godaddy' }, shown)).toEqual({
    way: 'api',
    channel: 'hosting',
    recipient: 'GoDaddy',
    language: 'en',
    service: 'godaddy',
    text: shown.text,
    files: [],
  })
  expect(attemptOf({ ...filled, way: 'form', link: ' ' }, shown)).toEqual({
    way: 'form',
    channel: 'hosting',
    recipient: 'Trademark form',
    files: [],
  })
})
