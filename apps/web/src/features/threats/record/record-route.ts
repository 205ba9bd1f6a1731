import type { Records } from '../records.ts'

/** The address of the page of one record; that of a tout has the same parameters and is written with the type of a threat's. */
export function recordRoute({ name }: Records): '/threats/$source/$threatId' {
  return `/${name}/$source/$threatId` as '/threats/$source/$threatId'
}
