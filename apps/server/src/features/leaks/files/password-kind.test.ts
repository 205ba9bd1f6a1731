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
  [digest(32) + ':a7F', 'MD5 / NTLM'],
  [digest(40) + ':' + digest(8), 'SHA-1'],
  [digest(64) + '$salt', 'SHA-256'],
  ['aad3b435b51404eeaad3b435b51404ee:' + digest(32), 'MD5 / NTLM'],
  ['0x' + digest(32), 'MD5 / NTLM'],
  ['$S$D' + 'B'.repeat(51), 'Drupal'],
  ['sha1$a1976$' + digest(40), 'SHA-1'],
  ['md5$salt$' + digest(32), 'MD5 / NTLM'],
  ['$SHA$' + digest(16) + '$' + digest(64), 'SHA-256'],
  ['pbkdf2:sha256:600000$salt$' + digest(64), 'PBKDF2'],
  ['scrypt:32768:8:1$salt$' + digest(128), 'scrypt'],
  ['bcrypt_sha256$$2b$12$' + salted, 'bcrypt'],
  ['argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdA$aGFzaA', 'Argon2'],
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
  digest(31) + ':salt',
  'sha1$is$mine',
  'pbkdf2:sha256:mine',
  '0x' + digest(31),
])('%s is a password that somebody typed', (password) => {
  expect(passwordFacts(password, 'stealerLogs')).toEqual({ kind: 'plain', hashedBy: null })
})

test('a session token is not a typed password, whatever it looks like', () => {
  expect(passwordFacts(digest(32), 'sessionTokens')).toEqual({ kind: 'token', hashedBy: null })
})
