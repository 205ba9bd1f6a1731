import type { Insertable, Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/** A row of a table as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
/** A row of a table as it is inserted: columns with a default may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>

export type ThreatRow = Row<'threats'>
export type TakedownRow = Row<'takedowns'>
export type DeeperAnalysisRow = Row<'deeper_analyses'>
