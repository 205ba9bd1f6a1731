import { changeCompany } from '@signet/contract/onboarding'
import { threatSources, type AnySource, type ThreatSource } from '@signet/contract/sources'
import { toutSources, type ToutSource } from '@signet/contract/tout-sources'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { keepCompany } from './onboarding.api.ts'
import { StepForm, type StepProps } from './step-form.tsx'
import { sourceName } from '../../words/named/threats.ts'

const fields = ['threatSources', 'toutSources']

/** The sources that are monitored for threats, and for touts if the company has that module. */
export function SourcesStep({ company, onNext, onStep }: StepProps) {
  const [threats, setThreats] = useState<readonly ThreatSource[]>(company.threatSources)
  const [touts, setTouts] = useState<readonly ToutSource[]>(company.toutSources)
  const save = async () => {
    const body = { threatSources: [...threats], toutSources: [...touts], version: company.version }
    await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
    onNext()
  }
  return (
    <StepForm
      label={t('sources')}
      fields={fields}
      onCheck={(): Record<string, string> => (threats.length === 0 ? { threatSources: t('selectAtLeastOne') } : {})}
      onSave={save}
    >
      {(problems) => (
        <>
          <Sources
            title={t('threatSources')}
            name="threatSources"
            all={threatSources}
            chosen={threats}
            problems={problems}
            onChange={setThreats}
          />
          {company.modules.touts ? (
            <Sources
              title={t('toutSources')}
              name="toutSources"
              all={toutSources}
              chosen={touts}
              problems={problems}
              onChange={setTouts}
            />
          ) : (
            <Text as="p" tone="quiet">
              {t('toutSourcesHint')}{' '}
              <Button kind="quiet" onClick={() => onStep('modules')}>
                {t('modulesAndPages')}
              </Button>
            </Text>
          )}
        </>
      )}
    </StepForm>
  )
}

function Sources<S extends AnySource>({
  title,
  name,
  all,
  chosen,
  problems,
  onChange,
}: {
  title: string
  name: string
  all: readonly S[]
  chosen: readonly S[]
  problems: Problems
  onChange: (chosen: S[]) => void
}) {
  const isAll = chosen.length === all.length
  return (
    <FormSection
      title={title}
      actions={
        <Button kind="quiet" onClick={() => onChange(isAll ? [] : [...all])}>
          {isAll ? t('clearSelection') : t('selectAll')}
        </Button>
      }
    >
      <TickGroup
        label={t('selectedOfAll', { count: chosen.length, all: all.length })}
        problem={problemAt(problems, name)}
      >
        {all.map((source) => (
          <Tick
            key={source}
            label={sourceName(source)}
            isOn={chosen.includes(source)}
            onChange={(isOn) => onChange(all.filter((one) => (one === source ? isOn : chosen.includes(one))))}
          />
        ))}
      </TickGroup>
    </FormSection>
  )
}
