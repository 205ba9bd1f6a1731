import type { Records } from '../records.ts'

/** The path of the page of one record. */
export function recordRoute({ name }: Records): `/${Records['name']}/$source/$threatId` {
  return `/${name}/$source/$threatId`
}
