import {
  conditionParts,
  ruleContacts,
  type DetectionRule,
  type RuleCondition,
  type RuleTest,
} from '@signet/contract/collection/detection-rules'
import { isOneOf } from '@signet/contract/narrow'
import { t } from './words.ts'

/** What a rule does, as a sentence. */
export function effectText({ effect, points }: Pick<DetectionRule, 'effect' | 'points'>): string {
  if (effect === 'suppress') return t('suppresses')
  return effect === 'raise' ? t('raises', { points: points ?? 0 }) : t('lowers', { points: points ?? 0 })
}

/** A condition in one line. */
export function conditionText(condition: RuleCondition): string {
  const of = { all: 'allOf', any: 'anyOf', none: 'noneOf' } as const
  return conditionParts
    .filter((part) => condition[part].length > 0)
    .map((part) => t(of[part], { tests: condition[part].map(testText).join(', ') }))
    .join(' · ')
}

const testText = ({ kind, value }: RuleTest) =>
  kind === 'has' && isOneOf(ruleContacts, value)
    ? `${t('test.has')} ${t(`contact.${value}`)}`
    : `${t(`test.${kind}`)} “${value}”`
