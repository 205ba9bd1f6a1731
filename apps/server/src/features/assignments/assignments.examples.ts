import { look, published } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  inputs: {
    assignThreats: async (caller) => ({
      body: {
        company: caller.company.key,
        selection: { ids: [(await published(caller)).id, (await published(caller)).id] },
        assignee: null,
      },
    }),
    assignTakedowns: async (caller) => ({
      body: { company: caller.company.key, ids: [(await look(caller, 'takedowns')).id], assignee: null },
    }),
    assignAnalyses: async (caller) => ({
      body: { company: caller.company.key, ids: [(await look(caller, 'deeper_analyses')).id], assignee: null },
    }),
  },
}
