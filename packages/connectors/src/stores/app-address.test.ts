import { expect, test } from 'vitest'
import { appAddressOf } from './app-address.ts'

test.each([
  [
    'https://play.google.com/store/apps/details?id=com.umber.Pay&hl=en',
    { packageName: 'com.umber.Pay', country: null },
  ],
  ['http://play.google.com/store/apps/details/?gl=de&id=a.b', { packageName: 'a.b', country: 'DE' }],
  ['https://apps.apple.com/gb/app/umber-pay/id4711?mt=8', { id: '4711', country: 'GB' }],
  ['https://apps.apple.com/app/id4711', { id: '4711', country: 'US' }],
  ['https://itunes.apple.com/de/app/id4711', { id: '4711', country: 'DE' }],
  [
    'https://umber.example/get/Umber%20Pay.apk?from=ad',
    { address: 'https://umber.example/get/Umber%20Pay.apk?from=ad' },
  ],
  ['http://umber.example/download', { kind: 'file' }],
  ['https://play.google.com.evil.example/store/apps/details?id=a.b', { kind: 'file' }],
])('%s leads to an app', (address, expected) => {
  expect(appAddressOf(address)).toMatchObject(expected)
})

test.each([
  'umber pay',
  'ftp://umber.example/umber.apk',
  'javascript:alert(1)',
  'https://play.google.com/store/apps/developer?id=Umber',
  'https://play.google.com/store/apps/details?id=umber',
  'https://play.google.com/store/apps/details?id=com.umber/../x',
  `https://play.google.com/store/apps/details?id=com.${'umber'.repeat(50)}`,
  'https://apps.apple.com/gb/developer/umber/id4711',
  'https://apps.apple.com/gb/app/umber',
])('%s does not', (address) => {
  expect(appAddressOf(address)).toBeNull()
})
