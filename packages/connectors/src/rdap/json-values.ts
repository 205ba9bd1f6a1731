import { textOf } from '@signet/readers/narrow'

/* The texts of registries as they are kept: no registry needs longer ones, or more of them. */
const [textMax, textsMax] = [500, 50]

/** A text that isn't empty, cut off at 500 characters. */
export const shortTextOf = (value: unknown): string | null => textOf(value)?.slice(0, textMax) ?? null

/** The texts in a list, 50 at most. */
export const shortTextsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => shortTextOf(item) ?? []).slice(0, textsMax) : []

/** An http(s) address. */
export function webOf(value: unknown): string | null {
  const text = shortTextOf(value)
  return text !== null && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : null
}
