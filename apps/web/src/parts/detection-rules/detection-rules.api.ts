import {
  addDetectionRule,
  changeDetectionRule,
  listDetectionRules,
  deleteDetectionRule,
  switchDetectionRule,
  type DetectionRule,
  type DetectionRuleBody,
} from '@signet/contract/collection/detection-rules'
import { cancelRuleHunt, listRuleHunts, startRuleHunt } from '@signet/contract/collection/rule-hunts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

const rulesKey = (company: string) => [company, 'detectionRules'] as const

/** The company's own rules, by name. */
export const rulesQuery = (company: string) =>
  queryOptions({
    queryKey: [...rulesKey(company), 'list'],
    queryFn: ({ signal }) => call(listDetectionRules, { query: { company }, signal }),
  })

export const readRulesAgain = (company: string) => queryClient.invalidateQueries({ queryKey: rulesKey(company) })

const at = (company: string, { id }: Pick<DetectionRule, 'id'>) => ({
  params: { detectionRuleId: id },
  query: { company },
})

/** Adds a rule, or changes one. */
export const saveRule = (company: string, rule: DetectionRule | null, body: DetectionRuleBody) =>
  rule === null
    ? call(addDetectionRule, { query: { company }, body })
    : call(changeDetectionRule, { ...at(company, rule), body: { ...body, version: rule.version } })

export const switchRule = (company: string, rule: DetectionRule, isOn: boolean) =>
  call(switchDetectionRule, { ...at(company, rule), body: { isOn, version: rule.version } })

export const deleteRule = (company: string, rule: DetectionRule) =>
  call(deleteDetectionRule, { ...at(company, rule), query: { company, version: rule.version } })

const readEveryMs = 1000

/** What hunts with a rule found, newest first; read again while one runs. */
export const huntsQuery = (company: string, rule: DetectionRule) =>
  queryOptions({
    queryKey: [...rulesKey(company), 'hunts', rule.id],
    queryFn: ({ signal }) => call(listRuleHunts, { ...at(company, rule), signal }),
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'running' ? readEveryMs : false),
  })

const readHuntsAgain = (company: string, rule: DetectionRule) =>
  queryClient.invalidateQueries({ queryKey: huntsQuery(company, rule).queryKey })

export async function startHunt(company: string, rule: DetectionRule): Promise<void> {
  await call(startRuleHunt, { ...at(company, rule), body: {} })
  await readHuntsAgain(company, rule)
}

export async function cancelHunt(company: string, rule: DetectionRule, huntId: string): Promise<void> {
  const { query } = at(company, rule)
  await call(cancelRuleHunt, { params: { detectionRuleId: rule.id, huntId }, query, body: {} })
  await readHuntsAgain(company, rule)
}
