import { changeCompany } from '@signet/contract/companies/onboarding'
import { threatSources, type AnySource, type ThreatSource } from '@signet/contract/threats/sources'
import { toutSources } from '@signet/contract/touts/tout-sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FailedLine, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { TickMany } from '../../../ui/forms/tick-many.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { connectorsQuery, sourceCoverageQuery } from '../../../parts/coverage/coverage.api.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { t } from '../words.ts'
import { sourceState } from './source-state.ts'
import { keepCompany } from '../onboarding.api.ts'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'
import { sourceName } from '../../../words/named/threats.ts'

/** The sources that are watched for threats, and for touts if the company has that module. */
export function SourcesStep({ company, onNext, onStep }: StepProps) {
  const client = useQueryClient()
  const open = useSwitchCompany()
  const connectors = useQuery(connectorsQuery(company.key))
  const coverage = useQuery(sourceCoverageQuery(company.key))
  const stateOf = (source: ThreatSource) =>
    connectors.data && coverage.data && sourceState(source, connectors.data, coverage.data)
  const failed = [connectors, coverage].filter(({ error, data }) => error && !data)
  const form = useStepForm({
    initial: { threatSources: company.threatSources, toutSources: company.toutSources },
    check: ({ threatSources: chosen }) => ({ threatSources: chosen.length === 0 && t('selectAtLeastOne') }),
    save: async (values) => {
      const body = { ...values, version: company.version }
      await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
      await client.invalidateQueries({ queryKey: sourceCoverageQuery(company.key).queryKey })
      onNext()
    },
  })
  return (
    <StepForm label={t('sources')} form={form}>
      <Sources
        title={t('threatSources')}
        hint={t('threatSourcesHint')}
        all={threatSources}
        hintOf={stateOf}
        isLoading={connectors.isPending || coverage.isPending}
        {...form.field('threatSources')}
      />
      {failed.length > 0 ? (
        <FailedLine retry={() => failed.forEach(({ refetch }) => void refetch())}>{t('sourceStatesFailed')}</FailedLine>
      ) : null}
      <Inline wrap>
        <Button onClick={() => void open(company.key, '/settings?part=sources')}>{t('setUpConnectors')}</Button>
      </Inline>
      {company.modules.touts ? (
        <Sources title={t('toutSources')} all={toutSources} {...form.field('toutSources')} />
      ) : (
        <Text as="p" tone="quiet">
          {t('toutSourcesHint')}{' '}
          <Button kind="quiet" onClick={() => onStep('modules')}>
            {t('modulesAndPages')}
          </Button>
        </Text>
      )}
    </StepForm>
  )
}

function Sources<S extends AnySource>({
  title,
  hint,
  all,
  hintOf,
  isLoading = false,
  value,
  problem,
  onChange,
}: {
  title: string
  hint?: string
  all: readonly S[]
  /** What brings in the threats of a source; undefined until it is known. */
  hintOf?: (source: S) => string | undefined
  /** Whether that is still loading, which would move the sources. */
  isLoading?: boolean
  value: readonly S[]
  problem: string | undefined
  onChange: (chosen: S[]) => void
}) {
  const isAll = value.length === all.length
  return (
    <FormSection
      title={title}
      hint={hint}
      actions={
        <Button kind="quiet" onClick={() => onChange(isAll ? [] : [...all])}>
          {isAll ? t('clearSelection') : t('selectAll')}
        </Button>
      }
    >
      {isLoading ? (
        <Skeleton lines={24} />
      ) : (
        <TickMany
          label={t('selectedOfAll', { count: value.length, all: all.length })}
          all={all}
          value={value}
          labelOf={sourceName}
          hintOf={hintOf}
          problem={problem}
          onChange={onChange}
        />
      )}
    </FormSection>
  )
}
