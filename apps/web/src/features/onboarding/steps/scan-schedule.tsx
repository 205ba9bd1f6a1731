import { scanIntervals, type ScanInterval } from '@signet/contract/companies/companies'
import { changeCompany, type Company } from '@signet/contract/companies/onboarding'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../../ui/forms/form-section.tsx'
import { keepCompany } from '../onboarding.api.ts'
import { t } from '../words.ts'

const choices = ['never', ...scanIntervals] as const
const words = {
  never: 'scanNever',
  day: 'scanDaily',
  week: 'scanWeekly',
  month: 'scanMonthly',
} as const satisfies Record<'never' | ScanInterval, string>

/** How often the scan for look-alikes is repeated. A change is saved at once. */
export function ScanSchedule({ company, isPossible }: { company: Company; isPossible: boolean }) {
  const { isBusy, problem, run } = useAction(
    async (chosen: (typeof choices)[number]) => {
      const config = { scanEvery: chosen === 'never' ? null : chosen }
      const params = { company: company.key }
      await keepCompany(await call(changeCompany, { params, body: { config, version: company.version } }))
      toast(t('saved'))
    },
    { isInline: true },
  )
  return (
    <FormSection title={t('scanSchedule')} hint={isPossible ? t('scanScheduleHint') : t('scanScheduleOff')}>
      <div aria-busy={isBusy}>
        <SelectField
          label={t('repeatScan')}
          all={choices}
          labelOf={(choice) => t(words[choice])}
          value={company.config.scanEvery ?? 'never'}
          onChange={run}
        />
      </div>
      <FormProblem>{problem}</FormProblem>
    </FormSection>
  )
}
