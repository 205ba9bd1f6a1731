import {
  conditionParts,
  ruleEffects,
  ruleLimits,
  type DetectionRule,
  type RuleCondition,
  type RuleEffect,
} from '@signet/contract/collection/detection-rules'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { ApiError } from '../../api/api-error.ts'
import { problemsOf } from '../../api/field-problems.ts'
import { useCompany } from '../../session/company.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { sourceName } from '../../words/named/threats.ts'
import { readRulesAgain, saveRule } from './detection-rules.api.ts'
import { TestList } from './test-list.tsx'
import { t } from './words.ts'

interface Draft {
  name: string
  explanation: string
  sources: ThreatSource[]
  condition: RuleCondition
  effect: RuleEffect
  points: string
}

const fields = ['name', 'explanation', 'sources', 'condition', 'points']

const draftOf = (rule: DetectionRule | null): Draft => ({
  name: rule?.name ?? '',
  explanation: rule?.explanation ?? '',
  sources: rule?.sources ?? [],
  condition: rule?.condition ?? { all: [{ kind: 'word', value: '' }], any: [], none: [] },
  effect: rule?.effect ?? 'raise',
  points: String(rule?.points ?? 30),
})

const partLabels = { all: 'allLabel', any: 'anyLabel', none: 'noneLabel' } as const

/** Adds a rule or changes one. What the server refuses is shown at the condition it names. */
export function RuleEditor({ rule, onClose }: { rule: DetectionRule | null; onClose: () => void }) {
  const company = useCompany()
  const form = useForm<Draft>({
    initial: () => draftOf(rule),
    fields,
    check: ({ name, explanation, sources, effect, points }) => ({
      name: name.trim().length < 3 && t('nameNeeded'),
      explanation: explanation.trim().length < 10 && t('explanationNeeded'),
      sources: sources.length === 0 && t('sourcesNeeded'),
      points: effect !== 'suppress' && !isPoints(points) && t('pointsNeeded'),
    }),
    save: async ({ points, ...draft }) => {
      await saveRule(company, rule, { ...draft, points: draft.effect === 'suppress' ? null : Number(points) })
      await readRulesAgain(company)
      toast(t('saved'))
      onClose()
    },
    explain: (error) =>
      error instanceof ApiError && error.reason === 'STALE_VERSION' ? t('changedByOthers') : problemsOf(error, fields),
  })
  const { condition, effect } = form.values
  return (
    <FormDialog
      form={form}
      title={t(rule ? 'editTitle' : 'addTitle')}
      width={720}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <InputField label={t('name')} hint={t('nameHint')} maxLength={100} {...form.field('name')} />
      <AreaField label={t('explanation')} hint={t('explanationHint')} maxLength={500} {...form.field('explanation')} />
      <TickMany label={t('sources')} all={threatSources} labelOf={sourceName} {...form.field('sources')} />
      {conditionParts.map((part) => (
        <TestList
          key={part}
          label={t(partLabels[part])}
          tests={condition[part]}
          max={ruleLimits.tests}
          problem={form.problems.fields[`condition.${part}`]}
          problemOf={(at) => form.problems.fields[`condition.${part}.${at}.value`]}
          onChange={(tests) => form.set({ condition: { ...condition, [part]: tests } })}
        />
      ))}
      <SelectField
        label={t('effect')}
        hint={t(`effectHint.${effect}`)}
        all={ruleEffects}
        labelOf={(one) => t(`effect.${one}`)}
        {...form.field('effect')}
      />
      {effect !== 'suppress' && (
        <InputField
          label={t('points')}
          hint={t('pointsHint')}
          inputMode="numeric"
          maxLength={3}
          {...form.field('points')}
        />
      )}
    </FormDialog>
  )
}

const isPoints = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100
