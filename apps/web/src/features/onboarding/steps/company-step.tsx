import { addCompany, changeCompany } from '@signet/contract/companies/onboarding'
import { userLimitDefault, userLimitMax, type CompanyConfig } from '@signet/contract/companies/companies'
import { call } from '../../../api/call.ts'
import { problemAt } from '../../../api/field-problems.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import type { Form } from '../../../ui/forms/use-form.ts'
import { t } from '../words.ts'
import { keyOf } from '../../../parts/assets/asset-lines.ts'
import { TimeZoneField } from '../../../parts/time-zone/time-zone-field.tsx'
import { keepCompany } from '../onboarding.api.ts'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'

interface Basics {
  /** Empty while the key of a new company follows its name. */
  key: string
  name: string
  homeRoute: string
  navigation: CompanyConfig['navigation']
  timeZone: string
  userLimit: string
}
const fields = ['key', 'name', 'config.homeRoute', 'config.navigation', 'config.timeZone', 'config.userLimit']
const keyFor = ({ key, name }: Basics) => key || keyOf(name)
const isUserLimit = (limit: number) => Number.isInteger(limit) && limit >= 1 && limit <= userLimitMax

function wrongOf(value: Basics) {
  return {
    name: value.name.trim() === '' && t('nameRequired'),
    key: !/^[a-z0-9][a-z0-9-]*$/.test(keyFor(value)) && t('keyFormat'),
    userLimit: !isUserLimit(Number(value.userLimit)) && t('userLimitFormat', { max: userLimitMax }),
  }
}

/** The first step for a new company, which is created when this step is saved. */
export function NewCompanyStep({ onAdded }: { onAdded: (company: string) => void }) {
  const form = useStepForm<Basics>({
    initial: {
      key: '',
      name: '',
      homeRoute: '',
      navigation: 'standard',
      timeZone: 'UTC',
      userLimit: String(userLimitDefault),
    },
    fields,
    check: wrongOf,
    save: async (value) => {
      const { name, homeRoute, navigation, timeZone } = value
      const userLimit = Number(value.userLimit)
      const config = { navigation, timeZone, userLimit, ...(homeRoute.trim() ? { homeRoute: homeRoute.trim() } : {}) }
      const company = await call(addCompany, { body: { key: keyFor(value), name, config } })
      await keepCompany(company)
      onAdded(company.key)
    },
  })
  return (
    <StepForm label={t('company')} form={form} saveLabel={t('createCompany')}>
      <FormSection title={t('company')}>
        <NameField form={form} />
        <InputField
          label={t('key')}
          hint={t('companyKeyHint')}
          className="mono"
          maxLength={63}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('key')}
          value={keyFor(form.values)}
        />
        <PortalFields form={form} />
      </FormSection>
    </StepForm>
  )
}

/** The name of a company and the home page of its people. */
export function CompanyStep({ company, onNext }: StepProps) {
  const form = useStepForm<Basics>({
    initial: {
      key: company.key,
      name: company.name,
      homeRoute: company.config.homeRoute ?? '',
      navigation: company.config.navigation,
      timeZone: company.config.timeZone ?? 'UTC',
      userLimit: String(company.config.userLimit ?? userLimitDefault),
    },
    fields,
    check: wrongOf,
    save: async ({ name, homeRoute, navigation, timeZone, userLimit }) => {
      const config = { homeRoute: homeRoute.trim() || null, navigation, timeZone, userLimit: Number(userLimit) }
      const params = { company: company.key }
      await keepCompany(await call(changeCompany, { params, body: { name, config, version: company.version } }))
      onNext()
    },
  })
  return (
    <StepForm label={t('company')} form={form}>
      <FormSection title={t('company')}>
        <NameField form={form} />
        <dl className="facts">
          <dt>{t('key')}</dt>
          <dd className="mono">{company.key}</dd>
        </dl>
        <PortalFields form={form} />
      </FormSection>
    </StepForm>
  )
}

function NameField({ form }: { form: Form<Basics> }) {
  return <InputField label={t('name')} maxLength={200} autoComplete="off" {...form.field('name')} />
}

function PortalFields({ form }: { form: Form<Basics> }) {
  const { problems } = form
  return (
    <>
      <TimeZoneField
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        {...form.field('timeZone')}
        problem={problemAt(problems, 'config.timeZone')}
      />
      <InputField
        label={t('userLimit')}
        hint={t('userLimitHint')}
        type="number"
        min={1}
        max={userLimitMax}
        {...form.field('userLimit')}
        problem={problemAt(problems, 'userLimit') ?? problemAt(problems, 'config.userLimit')}
      />
      <InputField
        label={t('homePath')}
        hint={t('homePathHint')}
        className="mono"
        maxLength={60}
        spellCheck={false}
        {...form.field('homeRoute')}
        problem={problemAt(problems, 'config.homeRoute')}
      />
      <TickOne
        label={t('clientMenu')}
        isWide
        all={['standard', 'lottery']}
        labelOf={(menu) => (menu === 'standard' ? t('standardMenu') : t('lotteryMenu'))}
        hintOf={(menu) => (menu === 'standard' ? t('standardMenuHint') : t('lotteryMenuHint'))}
        {...form.field('navigation')}
        problem={problemAt(problems, 'config.navigation')}
      />
    </>
  )
}
