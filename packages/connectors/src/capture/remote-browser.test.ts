import { expect, test } from 'vitest'
import { remoteEndpoint } from './remote-browser.ts'

const resolve = (name: string) => Promise.resolve(name === 'browser' ? '172.18.0.5' : '[fd00::5]')

test('a browser that is named like a container is asked by its address, because it answers no other name', async () => {
  expect(await remoteEndpoint('http://browser:9222', resolve)).toBe('http://172.18.0.5:9222/')
  expect(await remoteEndpoint('ws://browser:9222', resolve)).toBe('http://172.18.0.5:9222/')
  expect(await remoteEndpoint('http://browser-v6:9222', resolve)).toBe('http://[fd00::5]:9222/')
})

test('addresses, complete WebSockets and names with a certificate stay as they are', async () => {
  for (const url of [
    'http://10.0.0.7:9222/',
    'http://localhost:9222/',
    'http://[fd00::7]:9222/',
    'https://browser:9222/',
  ])
    expect(await remoteEndpoint(url, resolve)).toBe(url)
  expect(await remoteEndpoint('ws://browser:9222/devtools/browser/1f0c', resolve)).toBe(
    'ws://browser:9222/devtools/browser/1f0c',
  )
  expect(await remoteEndpoint('wss://browser', resolve)).toBe('https://browser/')
})
