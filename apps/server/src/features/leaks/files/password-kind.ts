import type { LeakType, PasswordKind } from '@signet/contract/leaks/leaks'

/** What is known about a leaked password without revealing it. */
export interface PasswordFacts {
  kind: PasswordKind
  /** The name of the hash, e.g. `bcrypt`; null if it isn't a hash. */
  hashedBy: string | null
}

/**
 * Hashes by their notation. Prefixes: crypt(5) of libxcrypt (bcrypt, scrypt, yescrypt, SHA-crypt, MD5-crypt), RFC 9106 and the PHC string
 * format (Argon2, PBKDF2), RFC 2307 section 5.3 (`{SSHA}`), phpass (`$P$`, `$H$`), Django (`pbkdf2_sha256$`), MySQL 4.1 (`*`).
 */
const written: readonly [string, RegExp][] = [
  ['bcrypt', /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/],
  ['Argon2', /^\$argon2(?:id|i|d)\$/],
  ['scrypt', /^\$(?:7|scrypt)\$/],
  ['yescrypt', /^\$(?:y|gy)\$/],
  ['SHA-512 crypt', /^\$6\$/],
  ['SHA-256 crypt', /^\$5\$/],
  ['MD5 crypt', /^\$(?:1|apr1)\$/],
  ['phpass', /^\$[PH]\$[./A-Za-z0-9]{31}$/],
  ['PBKDF2', /^(?:\$pbkdf2(?:-sha\d+)?\$|pbkdf2_sha\d+\$\d+\$)/],
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

/** The kind of a leaked password; sessions and API tokens aren't typed passwords. */
export function passwordFacts(password: string, leakType: LeakType): PasswordFacts {
  if (leakType === 'sessionTokens') return { kind: 'token', hashedBy: null }
  const hashedBy =
    written.find(([, form]) => form.test(password))?.[0] ??
    (hex.test(password) ? bareDigests.get(password.length) : undefined)
  return hashedBy === undefined ? { kind: 'plain', hashedBy: null } : { kind: 'hashed', hashedBy }
}
