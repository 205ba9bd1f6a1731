const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const initialCode = 128
const codePointMax = 0x10_ff_ff

/** The value of a basic code point as a digit of base 36 (RFC 3492, section 5), or -1. */
function digitOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  if (code >= 0x41 && code <= 0x5a) return code - 0x41
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26
  return -1
}

/** Bias adaptation, RFC 3492, section 6.1. */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2)
  rest += Math.floor(rest / length)
  let k = 0
  while (rest > ((base - tMin) * tMax) / 2) {
    rest = Math.floor(rest / (base - tMin))
    k += base
  }
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/**
 * Decodes a Punycode string without its `xn--` prefix.
 *
 * Source: RFC 3492, section 6.2.
 *
 * @param encoded e.g. `mnchen-3ya`
 * @returns e.g. `münchen`, or `null` when the string is not valid Punycode
 */
export function decodePunycode(encoded: string): string | null {
  const codes: number[] = []
  const basicEnd = encoded.lastIndexOf('-')
  for (let i = 0; i < basicEnd; i++) {
    const code = encoded.charCodeAt(i)
    if (code >= initialCode) return null
    codes.push(code)
  }
  let n = initialCode
  let i = 0
  let bias = initialBias
  let at = basicEnd > 0 ? basicEnd + 1 : 0
  while (at < encoded.length) {
    const before = i
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = at < encoded.length ? digitOf(encoded.charCodeAt(at++)) : -1
      if (digit < 0) return null
      i += digit * weight
      // The standard defines values beyond 32 bits as an overflow.
      if (i > 0x7f_ff_ff_ff) return null
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = codes.length + 1
    bias = adapt(i - before, length, before === 0)
    n += Math.floor(i / length)
    i %= length
    if (n > codePointMax || (n >= 0xd8_00 && n <= 0xdf_ff)) return null
    codes.splice(i++, 0, n)
  }
  return String.fromCodePoint(...codes)
}

function digitCode(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
}

/**
 * Encodes a Unicode label in Punycode, without the `xn--` prefix.
 *
 * Source: RFC 3492, section 6.3.
 *
 * @param label lower case and in NFC, at most 63 characters, e.g. `münchen`
 * @returns e.g. `mnchen-3ya`
 */
export function encodePunycode(label: string): string {
  const codes = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  let encoded = ''
  for (const code of codes) if (code < initialCode) encoded += String.fromCharCode(code)
  const basic = encoded.length
  if (basic > 0) encoded += '-'
  let n = initialCode
  let delta = 0
  let bias = initialBias
  for (let handled = basic; handled < codes.length; n++, delta++) {
    let next = codePointMax
    for (const code of codes) if (code >= n && code < next) next = code
    delta += (next - n) * (handled + 1)
    n = next
    for (const code of codes) {
      if (code < n) delta++
      if (code !== n) continue
      let rest = delta
      for (let k = base; ; k += base) {
        const threshold = Math.min(Math.max(k - bias, tMin), tMax)
        if (rest < threshold) break
        encoded += digitCode(threshold + ((rest - threshold) % (base - threshold)))
        rest = Math.floor((rest - threshold) / (base - threshold))
      }
      encoded += digitCode(rest)
      bias = adapt(delta, handled + 1, handled === basic)
      delta = 0
      handled++
    }
  }
  return encoded
}

/**
 * One label as it is displayed: an A-label decoded, any other label unchanged.
 *
 * @param label e.g. `xn--mnchen-3ya`
 * @returns e.g. `münchen`; the label itself when it is not a valid A-label
 */
export function labelToUnicode(label: string): string {
  if (!label.startsWith('xn--')) return label
  return decodePunycode(label.slice(4)) ?? label
}
