import type { Records } from '../records.ts'

/** The path of the page of one record. The page of a tout has the same parameters, so both share the type. */
export function recordRoute({ name }: Records): '/threats/$source/$threatId' {
  return `/${name}/$source/$threatId` as '/threats/$source/$threatId'
}
