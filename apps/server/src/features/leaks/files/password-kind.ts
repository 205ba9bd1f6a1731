import type { LeakType, PasswordKind } from '@signet/contract/leaks/leaks'

/** What is known about a leaked password without revealing it. */
export interface PasswordFacts {
  kind: PasswordKind
  /** The name of the hash, e.g. `bcrypt`; null if it isn't a hash. */
  hashedBy: string | null
}

/**
 * Hashes by their notation. Prefixes: crypt(5) of libxcrypt (bcrypt, scrypt, yescrypt, SHA-crypt, MD5-crypt), RFC 9106 and the PHC string
 * format (Argon2, PBKDF2), RFC 2307 section 5.3 (`{SSHA}`), phpass (`$P$`, `$H$`), Django (`pbkdf2_sha256$`, `bcrypt_sha256$$2b$`,
 * `argon2$argon2id$`), Werkzeug (`pbkdf2:sha256:600000$`, `scrypt:32768:8:1$`), Drupal 7 (`$S$`), MySQL 4.1 (`*`).
 */
const written: readonly [string, RegExp][] = [
  ['bcrypt', /^(?:bcrypt(?:_sha256)?\$\$?)?\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/],
  ['Argon2', /^(?:argon2)?\$argon2(?:id|i|d)\$/],
  ['scrypt', /^(?:\$(?:7|scrypt)\$|scrypt:\d+:\d+:\d+\$)/],
  ['yescrypt', /^\$(?:y|gy)\$/],
  ['SHA-512 crypt', /^\$6\$/],
  ['SHA-256 crypt', /^\$5\$/],
  ['MD5 crypt', /^\$(?:1|apr1)\$/],
  ['phpass', /^\$[PH]\$[./A-Za-z0-9]{31}$/],
  ['Drupal', /^\$S\$[./A-Za-z0-9]{52}$/],
  ['PBKDF2', /^(?:\$pbkdf2(?:-sha\d+)?\$|pbkdf2_sha\d+\$\d+\$|pbkdf2:sha\d+(?::\d+)?\$)/],
  ['LDAP', /^\{(?:S?SHA(?:256|512)?|S?MD5|CRYPT)\}/i],
  ['MySQL', /^\*[0-9A-F]{40}$/],
]
/** Plain digests can be recognized only by their length: 32 digits can be MD5 or NTLM. */
const bareDigests = new Map([
  [32, 'MD5 / NTLM'],
  [40, 'SHA-1'],
  [56, 'SHA-224'],
  [64, 'SHA-256'],
  [96, 'SHA-384'],
  [128, 'SHA-512'],
])
const hex = /^[0-9a-f]+$/i
/** A digest with its salt after it, as in dumps of forums, or with the salt and its name before it, as of Django and AuthMe. */
const salted = /^(?:0x)?([0-9a-f]+)[:$]\S+$/i
const named = /^\$?(?:md5|sha\d*)\$[^$]*\$([0-9a-f]+)$/i
/** Before the NTLM digest of an account in dumps of Windows: that of no LM password. */
const noLm = 'aad3b435b51404eeaad3b435b51404ee:'

/** The kind of a leaked password; sessions and API tokens aren't typed passwords. */
export function passwordFacts(password: string, leakType: LeakType): PasswordFacts {
  if (leakType === 'sessionTokens') return { kind: 'token', hashedBy: null }
  const hashedBy = written.find(([, form]) => form.test(password))?.[0] ?? bareDigests.get(digestIn(password).length)
  return hashedBy === undefined ? { kind: 'plain', hashedBy: null } : { kind: 'hashed', hashedBy }
}

/** The hexadecimal digits of a plain digest, without its salt; empty if there are none. */
function digestIn(password: string): string {
  const text = password.toLowerCase().startsWith(noLm) ? password.slice(noLm.length) : password
  const [, digest] = named.exec(text) ?? salted.exec(text) ?? /^0x([0-9a-f]+)$/i.exec(text) ?? []
  return digest ?? (hex.test(text) ? text : '')
}
