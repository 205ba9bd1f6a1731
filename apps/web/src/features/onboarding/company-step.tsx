import { addCompany, changeCompany } from '@signet/contract/onboarding'
import type { CompanyConfig } from '@signet/contract/companies'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { t } from './words.ts'
import { keyOf } from '../../parts/assets/asset-lines.ts'
import { timeZones, zoneName } from '../../format/places.ts'
import { keepCompany } from './onboarding.api.ts'
import { StepForm, type StepProps } from './step-form.tsx'

interface Basics {
  key: string
  name: string
  homeRoute: string
  navigation: CompanyConfig['navigation']
  timeZone: string
}
const fields = ['key', 'name', 'config.homeRoute', 'config.navigation', 'config.timeZone']

/** The first step for a new company, which is created when this step is saved. */
export function NewCompanyStep({ onAdded }: { onAdded: (company: string) => void }) {
  const [value, setValue] = useState<Basics>({
    key: '',
    name: '',
    homeRoute: '',
    navigation: 'standard',
    timeZone: 'UTC',
  })
  const [hasOwnKey, setHasOwnKey] = useState(false)
  const key = hasOwnKey ? value.key : keyOf(value.name)
  const save = async () => {
    const { name, homeRoute, navigation, timeZone } = value
    const config = { navigation, timeZone, ...(homeRoute.trim() ? { homeRoute: homeRoute.trim() } : {}) }
    const company = await call(addCompany, { body: { key, name, config } })
    await keepCompany(company)
    onAdded(company.key)
  }
  return (
    <StepForm
      label={t('company')}
      fields={fields}
      saveLabel={t('createCompany')}
      onCheck={() => wrongOf(value.name, key)}
      onSave={save}
    >
      {(problems) => (
        <FormSection title={t('company')}>
          <NameField value={value} problems={problems} onChange={setValue} />
          <Field label={t('key')} hint={t('companyKeyHint')} problem={problemAt(problems, 'key')}>
            {(control) => (
              <input
                {...control}
                className="mono"
                maxLength={63}
                autoCapitalize="none"
                spellCheck={false}
                value={key}
                onChange={(event) => {
                  setHasOwnKey(event.target.value !== '')
                  setValue({ ...value, key: event.target.value })
                }}
              />
            )}
          </Field>
          <PortalFields value={value} problems={problems} onChange={setValue} />
        </FormSection>
      )}
    </StepForm>
  )
}

/** The name of a company and the home page of its people. */
export function CompanyStep({ company, onNext }: StepProps) {
  const [value, setValue] = useState<Basics>({
    key: company.key,
    name: company.name,
    homeRoute: company.config.homeRoute ?? '',
    navigation: company.config.navigation,
    timeZone: company.config.timeZone ?? 'UTC',
  })
  const save = async () => {
    const { name, homeRoute, navigation, timeZone } = value
    const config = { homeRoute: homeRoute.trim() || null, navigation, timeZone }
    const params = { company: company.key }
    await keepCompany(await call(changeCompany, { params, body: { name, config, version: company.version } }))
    onNext()
  }
  return (
    <StepForm label={t('company')} fields={fields} onCheck={() => wrongOf(value.name, value.key)} onSave={save}>
      {(problems) => (
        <FormSection title={t('company')}>
          <NameField value={value} problems={problems} onChange={setValue} />
          <dl className="facts">
            <dt>{t('key')}</dt>
            <dd className="mono">{company.key}</dd>
          </dl>
          <PortalFields value={value} problems={problems} onChange={setValue} />
        </FormSection>
      )}
    </StepForm>
  )
}

function wrongOf(name: string, key: string): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: t('nameRequired') } : {}),
    ...(/^[a-z0-9][a-z0-9-]*$/.test(key) ? {} : { key: t('keyFormat') }),
  }
}

interface FieldsProps {
  value: Basics
  problems: Problems
  onChange: (value: Basics) => void
}

function NameField({ value, problems, onChange }: FieldsProps) {
  return (
    <Field label={t('name')} problem={problemAt(problems, 'name')}>
      {(control) => (
        <input
          {...control}
          maxLength={200}
          autoComplete="off"
          value={value.name}
          onChange={(event) => onChange({ ...value, name: event.target.value })}
        />
      )}
    </Field>
  )
}

function PortalFields({ value, problems, onChange }: FieldsProps) {
  return (
    <>
      <Field label={t('timeZone')} hint={t('timeZoneHint')} problem={problemAt(problems, 'config.timeZone')}>
        {(control) => (
          <select
            {...control}
            value={value.timeZone}
            onChange={(event) => onChange({ ...value, timeZone: event.target.value })}
          >
            {timeZones(value.timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zoneName(zone)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('homePath')} hint={t('homePathHint')} problem={problemAt(problems, 'config.homeRoute')}>
        {(control) => (
          <input
            {...control}
            className="mono"
            maxLength={60}
            spellCheck={false}
            value={value.homeRoute}
            onChange={(event) => onChange({ ...value, homeRoute: event.target.value })}
          />
        )}
      </Field>
      <TickGroup label={t('clientMenu')} isWide problem={problemAt(problems, 'config.navigation')}>
        <Tick
          type="radio"
          name="navigation"
          label={t('standardMenu')}
          hint={t('standardMenuHint')}
          isOn={value.navigation === 'standard'}
          onChange={() => onChange({ ...value, navigation: 'standard' })}
        />
        <Tick
          type="radio"
          name="navigation"
          label={t('lotteryMenu')}
          hint={t('lotteryMenuHint')}
          isOn={value.navigation === 'lottery'}
          onChange={() => onChange({ ...value, navigation: 'lottery' })}
        />
      </TickGroup>
    </>
  )
}
