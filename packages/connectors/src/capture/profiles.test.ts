import { expect, test } from 'vitest'
import { addressesFor, visitors } from './profiles.ts'

const [desktop, phone] = visitors.map((visitor) => (address: string) => addressesFor(visitor, address))

test('a site without TLS is tried with it next, unless the address has a port', () => {
  expect(desktop?.('http://bank.example/login')).toEqual(['http://bank.example/login', 'https://bank.example/login'])
  expect(desktop?.('http://bank.example:8080/')).toEqual(['http://bank.example:8080/'])
  expect(desktop?.('https://bank.example/')).toEqual(['https://bank.example/'])
})

test('the visitor who clicked an ad brings its parameter, but does not replace one', () => {
  expect(phone?.('https://bank.example/?a=1')[0]).toMatch(/^https:\/\/bank\.example\/\?a=1&gclid=\w+/)
  expect(phone?.('https://bank.example/?gclid=x')).toEqual(['https://bank.example/?gclid=x'])
})
