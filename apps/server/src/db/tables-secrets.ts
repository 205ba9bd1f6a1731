import type { ColumnType } from 'kysely'

/** The tables of keys, as Kysely sees them; `secrets/` alone works with them. */
export interface SecretsTables {
  data_keys: {
    company_id: number
    id: string
    purpose: 'seal' | 'lookup'
    year: number
    generation: number
    kek_id: string
    wrapped: Buffer
    created_at: ColumnType<Date, Date | undefined, Date>
  }
}
