/*
 * Addresses of crypto assets whose check digits are right: Bitcoin and Tron in Base58Check, Bitcoin in Bech32 (BIP 173) and Bech32m (BIP
 * 350). Ethereum addresses in one case have no check digits, so only their form is compared.
 */

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const candidate =
  /(?<![A-Za-z0-9])(?:(?<coded>[13T][1-9A-HJ-NP-Za-km-z]{25,34})|(?<segwit>bc1[02-9ac-hj-np-z]{11,71})|(?<ether>0x(?:[0-9a-f]{40}|[0-9A-F]{40})))(?![A-Za-z0-9])/g

/** The valid addresses in a text, each once. */
export function walletsIn(text: string): string[] {
  const found = new Set<string>()
  for (const { 0: address, groups } of text.matchAll(candidate))
    if (groups?.['ether'] || (groups?.['segwit'] ? isBech32(address) : isBase58Check(address))) found.add(address)
  return [...found]
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** What the remainder is for Bech32 and for Bech32m. */
const remainders = new Set([1, 0x2bc830a3])

function isBech32(address: string): boolean {
  // The prefix `bc`, expanded as BIP 173 says.
  const values = [3, 3, 0, 2, 3, ...Array.from(address.slice(3), (letter) => bech32.indexOf(letter))]
  let rest = 1
  for (const value of values) {
    const top = rest >>> 25
    rest = ((rest & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) rest ^= generator
  }
  return remainders.has(rest)
}

const addressBytes = 21
const checkBytes = 4
/** Addresses of Bitcoin (of a key and of a script) and of Tron. */
const versions = new Set([0x00, 0x05, 0x41])

function isBase58Check(address: string): boolean {
  let value = 0n
  for (const letter of address) value = value * 58n + BigInt(base58.indexOf(letter))
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 0xffn))
  while (bytes.length < addressBytes + checkBytes) bytes.unshift(0)
  if (bytes.length !== addressBytes + checkBytes || !versions.has(bytes[0] ?? -1)) return false
  const check = sha256(sha256(bytes.slice(0, addressBytes)))
  return bytes.slice(addressBytes).every((byte, at) => byte === check[at])
}

const primes = [...primesTo(311)]
/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function* primesTo(max: number): Generator<number> {
  for (let value = 2; value <= max; value++) {
    let isPrime = true
    for (let by = 2; by * by <= value; by++) if (value % by === 0) isPrime = false
    if (isPrime) yield value
  }
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** SHA-256 of at most 55 bytes, which is one block (FIPS 180-4, section 6.2). This package has no other use for a digest. */
function sha256(bytes: readonly number[]): number[] {
  const block = new DataView(new ArrayBuffer(64))
  for (const [at, byte] of bytes.entries()) block.setUint8(at, byte)
  block.setUint8(bytes.length, 0x80)
  block.setUint32(60, bytes.length * 8)
  const schedule: number[] = []
  const word = (at: number) => schedule[at] ?? 0
  for (let at = 0; at < 64; at++) {
    if (at < 16) {
      schedule.push(block.getInt32(at * 4))
      continue
    }
    const [early, late] = [word(at - 15), word(at - 2)]
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule.push((word(at - 16) + low + word(at - 7) + high) | 0)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = initial
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g)
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (roundConstants[at] ?? 0) + word(at)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h].flatMap((value, at) => {
    const sum = (value + (initial[at] ?? 0)) >>> 0
    return [sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255]
  })
}
