import { conditionParts, ruleLimits, type DetectionRuleBody } from '@signet/contract/collection/detection-rules'
import { isNamedByHost } from '@signet/contract/threats/sources'
import { hasPositiveTest, neededLetters, problemOfTest, type TestProblem } from '@signet/detection'
import { AppError } from '../../errors.ts'

/**
 * The columns of a rule as entered.
 *
 * @throws AppError `BAD_REQUEST` naming the field
 */
export function readRule({ name, explanation, sources, condition, effect, points }: DetectionRuleBody) {
  for (const part of conditionParts)
    for (const [at, test] of condition[part].entries()) {
      const problem = problemOfTest(test)
      if (problem) throw refused(problem, `body.condition.${part}.${at}.value`)
    }
  if (!hasPositiveTest(condition)) throw new AppError('RULE_CONDITION_NEEDED', {}, { at: 'body.condition.all' })
  if (effect !== 'suppress' && points === null) throw new AppError('REQUIRED', {}, { at: 'body.points' })
  if (effect === 'raise' && sources.some(isNamedByHost) && neededLetters({ condition }) === null) {
    throw new AppError('RULE_TOO_BROAD', { min: ruleLimits.nameLiteral }, { at: 'body.condition.all' })
  }
  return {
    name,
    explanation,
    sources,
    condition: JSON.stringify(condition),
    effect,
    points: effect === 'suppress' ? null : points,
  }
}

function refused(problem: TestProblem, at: string): AppError {
  if (problem.reason === 'RULE_LETTERS_NEEDED') return new AppError(problem.reason, { min: problem.min }, { at })
  if (problem.reason === 'NOT_AN_OPTION') return new AppError(problem.reason, { options: problem.options }, { at })
  return new AppError(problem.reason, {}, { at })
}
