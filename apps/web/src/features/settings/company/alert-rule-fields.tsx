import { alertChannels, type AlertRule } from '@signet/contract/messages/alerts'
import { everySource, everySourceName, type AnySource } from '@signet/contract/threats/sources'
import { useClientInfo } from '../../../session/client-info.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { InputField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { PickMany } from '../../../ui/forms/pick-many.tsx'
import { Columns } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { FilterFields } from './filter-fields.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { TickMany } from '../../../ui/forms/tick-many.tsx'

/** One alert rule of a company. */
export function AlertRuleFields({
  rule,
  at,
  onChange,
  onRemove,
}: {
  rule: AlertRule
  /** The problem of one of its fields. */
  at: (part: string) => string | undefined
  onChange: (changes: Partial<AlertRule>) => void
  onRemove: () => void
}) {
  const info = useClientInfo()
  const own = new Set<string>([...(info?.threatSources ?? []), ...(info?.toutSources ?? [])])
  const sources = own.size > 0 ? everySourceName.filter((name) => own.has(name)) : everySourceName
  const types = rule.types ?? []
  // The types of the selected sources. Types selected earlier stay in the list so that they can be removed.
  const possible = (rule.sources.length > 0 ? rule.sources : sources)
    .flatMap((source): readonly string[] => everySource[source].types)
    .toSorted((a, b) => valueName(a).localeCompare(valueName(b)))
  const setScore = (typed: string) => {
    const { minScore: _, ...rest } = rule
    const score = Math.min(100, Math.max(0, Math.round(Number(typed))))
    onChange(typed === '' || Number.isNaN(score) ? { ...rest, minScore: undefined } : { minScore: score })
  }
  return (
    <FormSection
      title={rule.name || t('newRule')}
      actions={
        <Button kind="quiet" aria-label={t('removeRule', { name: rule.name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      }
    >
      <Columns>
        <InputField
          label={t('name')}
          problem={at('name')}
          maxLength={100}
          value={rule.name}
          onChange={(name) => onChange({ name })}
        />
        <InputField
          label={t('minScore')}
          hint={t('minScoreHint')}
          problem={at('minScore')}
          type="number"
          min={0}
          max={100}
          value={String(rule.minScore ?? '')}
          onChange={setScore}
        />
      </Columns>
      <FilterFields
        chosenSeverities={rule.severities}
        chosenSources={rule.sources}
        sources={sources}
        problem={at('severities')}
        onSeverities={(severities) => onChange({ severities })}
        onSources={(chosen: AnySource[]) => onChange({ sources: chosen })}
      />
      <PickMany
        label={t('typesFilter')}
        addLabel={t('selectTypes')}
        items={[...new Set([...possible, ...types])].map((key) => ({ key, label: valueName(key) }))}
        value={types}
        problem={at('types')}
        onChange={(chosen) => onChange({ types: chosen })}
      />
      <TickMany
        label={t('notifyBy')}
        all={alertChannels}
        value={rule.channels}
        labelOf={(channel) => t(`channel.${channel}`)}
        problem={at('channels')}
        onChange={(channels) => onChange({ channels })}
      />
    </FormSection>
  )
}
