import type { LookUpFact } from '@signet/contract/collection/look-up-kinds'
import type { LookUpAnswer } from './connector.ts'

/** Longer values are cut: the document has all of it. */
const valueMax = 500

/** An answer with the facts that a provider gives; what is empty is left out. */
export function lookUpAnswer(
  url: string | null,
  values: Partial<Record<LookUpFact, string | number | null | undefined>>,
  document: unknown,
): LookUpAnswer {
  const facts: Partial<Record<LookUpFact, string>> = {}
  for (const [name, value] of entriesOf(values)) {
    const text = value === null || value === undefined ? '' : oneLine(String(value))
    if (text !== '') facts[name] = text
  }
  return { url, facts, document: typeof document === 'string' ? document : JSON.stringify(document, null, 2) }
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the facts are those of the type
const entriesOf = <T>(facts: Partial<Record<LookUpFact, T>>) => Object.entries(facts) as [LookUpFact, T | undefined][]

const oneLine = (text: string) =>
  text
    .slice(0, valueMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/** The name of a host, as a record. */
export const hostForm = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i
/** A web address, as a record. */
export const urlForm = /^https?:\/\/\S{1,2000}$/i
