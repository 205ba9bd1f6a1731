import type { Takedown, TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useQueryClient } from '@tanstack/react-query'
import { useCompany } from '../../../session/company.ts'
import { takedownQuery } from '../takedowns.api.ts'
import { t } from '../words.ts'
import { putAnswer } from '../../../api/put-answer.ts'

/** Where the calls on a case go, and what becomes of their answers. */
export function useTakedownWork({ id }: Pick<Takedown, 'id'>) {
  const client = useQueryClient()
  const company = useCompany()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: [company, 'takedowns'] })
    void client.invalidateQueries({ queryKey: [company, 'threats'] })
  }
  const reload = () => {
    void client.invalidateQueries({ queryKey: takedownQuery(company, id).queryKey })
    refresh()
  }
  return {
    to: { params: { takedownId: id }, query: { company } },
    company,
    /** Shows the case as the server now has it. */
    keep(takedown: TakedownDetail): void {
      putAnswer(client, takedownQuery(company, id).queryKey, takedown)
      refresh()
    },
    /** Asks for the case anew. */
    reload,
    /** What a refused change says, with a way to see the case as it is. */
    refusal: {
      failed: (reason: string) => t('takedownNotUpdated', { reason }),
      messageAction: { label: t('reload'), run: reload },
    },
  }
}
