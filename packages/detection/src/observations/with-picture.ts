import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Indicator } from '@signet/contract/threats/findings'
import { pictureDistance } from '../lookalike/picture-hash.ts'
import type { IndicatorName } from '../score/indicators.ts'
import { scoreOf } from '../score/score.ts'
import type { ObservationVerdict } from './verdict.ts'

/**
 * Impostors copy the logo with the name; partners and fans show it too, so it doesn't decide alone. Honest posters have QR codes as well,
 * and honest ads name the brand in words, too.
 */
const points = { logo: 24, photo: 30, code: 6, text: 8 } as const
const names = {
  logo: 'Picture matches a logo',
  photo: 'Copied profile photo',
  code: 'QR code in its picture',
  text: 'Named only in its picture',
} as const satisfies Record<keyof typeof points, IndicatorName>

/** The values of reasons come from untrusted pictures, so their length is limited. */
const valueMax = 200

/** An observation that also says what the QR codes in its picture say: web addresses are links, everything else is text. */
export function withCodes(observation: SourceObservation, codes: readonly string[]): SourceObservation {
  if (codes.length === 0) return observation
  const links = codes.filter(isWebAddress)
  const words = codes.filter((code) => !isWebAddress(code))
  return {
    ...observation,
    links: [...links, ...observation.links],
    // Before the rest, because only the start of a long text is read.
    text: [...words, observation.text].join('\n'),
  }
}

/** An observation that also says what is written in its picture. */
export function withText(observation: SourceObservation, text: string): SourceObservation {
  // Before the rest, for the same reason.
  return text === '' ? observation : { ...observation, text: [text, observation.text].join('\n') }
}

/** Of 64 bits; platforms scale and compress the pictures that they are given. */
const photoDistanceMax = 5

/** Whether a picture is one of those that the company's own accounts have, by their `pictureHash`. */
export const isCopiedPhoto = (hash: string | null, official: readonly string[]): boolean =>
  hash !== null && official.some((own) => own.length === hash.length && pictureDistance(hash, own) <= photoDistanceMax)

const isWebAddress = (code: string) => /^https?:\/\/\S+$/i.test(code)

/**
 * A verdict with the reasons that the picture of the observation adds.
 *
 * @param agreement with a logo of the company, from `findKnownPicture`; null if it looks like none
 * @param codes what the QR codes in the picture say
 * @param isCopiedPhoto whether it is the profile picture of an account of the company; it says more than a logo in it
 * @param onlyText what is written in the picture, if nothing else names the company
 */
export function withPicture(
  verdict: ObservationVerdict,
  {
    agreement,
    codes,
    onlyText,
    isCopiedPhoto: isCopied = false,
  }: { agreement: number | null; codes: readonly string[]; onlyText?: string; isCopiedPhoto?: boolean },
): ObservationVerdict {
  const added: Indicator[] = []
  if (isCopied) added.push({ name: names.photo, contribution: points.photo })
  else if (agreement !== null)
    added.push({ name: names.logo, value: `${Math.floor(agreement * 100)} %`, contribution: points.logo })
  const [code] = codes
  if (code !== undefined)
    added.push({ name: names.code, value: code.slice(0, valueMax).toWellFormed(), contribution: points.code })
  if (onlyText) {
    const value = onlyText.replaceAll(/\s+/g, ' ').slice(0, valueMax).toWellFormed()
    added.push({ name: names.text, value, contribution: points.text })
  }
  if (added.length === 0) return verdict
  const indicators = [...verdict.indicators, ...added]
  return { ...verdict, indicators, score: scoreOf(indicators) }
}
