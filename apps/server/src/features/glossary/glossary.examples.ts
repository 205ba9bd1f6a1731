import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'

export const examples: Examples = {
  inputs: {
    getOwnReasons: async ({ company }) => {
      await theWorld().database.pool.query(
        `insert into rule_reasons (company_id, name, explanation) values ($1, 'Own reason', 'What it means.') on conflict do nothing`,
        [company.id],
      )
      return {}
    },
    putGlossaryEntry: () => ({
      params: { entryId: randomUUID() },
      body: { Indicators: 'A new one', Description: 'What it means.', Category: 'General', version: 0 },
    }),
    deleteGlossaryEntry: async () => {
      const id = randomUUID()
      await theWorld().database.pool.query(
        `insert into glossary_entries (id, name, category, description) values ($1, 'To be deleted', 'General', 'x')`,
        [id],
      )
      return { params: { entryId: id } }
    },
  },
}
