import { createDiffieHellmanGroup, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'

const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(512, '0'), 'hex')

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

const [salt1, salt2, secret] = [randomBytes(8), randomBytes(16), randomBytes(32)]
const p = createDiffieHellmanGroup('modp14').getPrime()
const g = bytesOf(2n)
const modulus = numberOf(p)

const salted = (data: Uint8Array, salt: Uint8Array) => sha256(salt, data, salt)

/** What the server keeps instead of the password. */
function verifierOf(password: string): bigint {
  const first = salted(salted(Buffer.from(password), salt1), salt2)
  const x = numberOf(salted(pbkdf2Sync(first, salt1, 100_000, 64, 'sha512'), salt2))
  return power(2n, x, modulus)
}

/**
 * The server's side of a proof that somebody knows a password. Source: https://core.telegram.org/api/srp.
 *
 * @returns what it asks, and whether a proof is right
 */
export function twoStepVerification(password: string) {
  const verifier = verifierOf(password)
  const b = numberOf(secret)
  const k = numberOf(sha256(p, g))
  const gB = bytesOf((k * verifier + power(2n, b, modulus)) % modulus)
  const algorithm = {
    _: 'passwordKdfAlgoSHA256SHA256PBKDF2HMACSHA512iter100000SHA256ModPow',
    salt1,
    salt2,
    g: 2,
    p,
  }
  return {
    question: {
      _: 'account.password',
      hasPassword: true,
      currentAlgo: algorithm,
      srpB: gB,
      srpId: 5n,
      newAlgo: algorithm,
      newSecureAlgo: { _: 'securePasswordKdfAlgoUnknown' },
      secureRandom: salt1,
    },
    isRight(gA: Uint8Array, proof: Uint8Array): boolean {
      const u = numberOf(sha256(gA, gB))
      const shared = power(numberOf(gA) * power(verifier, u, modulus), b, modulus)
      const [hashP, hashG] = [sha256(p), sha256(g)]
      const mixed = hashP.map((byte, at) => byte ^ (hashG[at] ?? 0))
      const expected = sha256(mixed, sha256(salt1), sha256(salt2), gA, gB, sha256(bytesOf(shared)))
      return expected.equals(proof)
    },
  }
}
