import { changeCompany } from '@signet/contract/companies/onboarding'
import { threatSources, type AnySource } from '@signet/contract/threats/sources'
import { toutSources } from '@signet/contract/touts/tout-sources'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { TickMany } from '../../../ui/forms/tick-many.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { keepCompany } from '../onboarding.api.ts'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'
import { sourceName } from '../../../words/named/threats.ts'

/** The sources that are watched for threats, and for touts if the company has that module. */
export function SourcesStep({ company, onNext, onStep }: StepProps) {
  const form = useStepForm({
    initial: { threatSources: company.threatSources, toutSources: company.toutSources },
    check: ({ threatSources: chosen }) => ({ threatSources: chosen.length === 0 && t('selectAtLeastOne') }),
    save: async (values) => {
      const body = { ...values, version: company.version }
      await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
      onNext()
    },
  })
  return (
    <StepForm label={t('sources')} form={form}>
      <Sources title={t('threatSources')} all={threatSources} {...form.field('threatSources')} />
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
  all,
  value,
  problem,
  onChange,
}: {
  title: string
  all: readonly S[]
  value: readonly S[]
  problem: string | undefined
  onChange: (chosen: S[]) => void
}) {
  const isAll = value.length === all.length
  return (
    <FormSection
      title={title}
      actions={
        <Button kind="quiet" onClick={() => onChange(isAll ? [] : [...all])}>
          {isAll ? t('clearSelection') : t('selectAll')}
        </Button>
      }
    >
      <TickMany
        label={t('selectedOfAll', { count: value.length, all: all.length })}
        all={all}
        value={value}
        labelOf={sourceName}
        problem={problem}
        onChange={onChange}
      />
    </FormSection>
  )
}
