import { expect, test } from 'vitest'
import { passwordFacts } from './password-kind.ts'

const digest = (length: number) => '0123456789abcdef'.repeat(8).slice(0, length)
const salted = 'N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'

test.each([
  ['$2b$10$' + salted, 'bcrypt'],
  ['$2y$12$' + salted, 'bcrypt'],
  ['$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA', 'Argon2'],
  ['$7$CU..../....salt$hash', 'scrypt'],
  ['$y$j9T$salt$hash', 'yescrypt'],
  ['$6$rounds=5000$salt$hash', 'SHA-512 crypt'],
  ['$5$salt$hash', 'SHA-256 crypt'],
  ['$1$salt$hash', 'MD5 crypt'],
  ['$P$' + 'B'.repeat(31), 'phpass'],
  ['pbkdf2_sha256$600000$salt$hash=', 'PBKDF2'],
  ['{SSHA}c29tZXRoaW5n', 'LDAP'],
  ['*' + digest(40).toUpperCase(), 'MySQL'],
  [digest(32), 'MD5 / NTLM'],
  [digest(32).toUpperCase(), 'MD5 / NTLM'],
  [digest(40), 'SHA-1'],
  [digest(64), 'SHA-256'],
  [digest(128), 'SHA-512'],
])('%s is told as %s', (password, hashedBy) => {
  expect(passwordFacts(password, 'comboLists')).toEqual({ kind: 'hashed', hashedBy })
})

test.each([
  'Sunshine-2024',
  '$2b$10$too-short',
  '$money$',
  '*star',
  digest(31),
  digest(33),
  'g' + digest(31),
  '{curly}',
  'pbkdf2_is_what_i_use',
])('%s is a password that somebody typed', (password) => {
  expect(passwordFacts(password, 'stealerLogs')).toEqual({ kind: 'plain', hashedBy: null })
})

test('a session token is not a typed password, whatever it looks like', () => {
  expect(passwordFacts(digest(32), 'sessionTokens')).toEqual({ kind: 'token', hashedBy: null })
})
