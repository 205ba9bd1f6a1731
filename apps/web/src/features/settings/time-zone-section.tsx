import { Link } from '@tanstack/react-router'
import { zoneName } from '../../format/places.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { t } from '../../words/words.ts'
import css from './settings.module.css'

/** In whose days the company counts; changed where the company is set up, by those who may. */
export function TimeZoneSection() {
  const company = useCompany()
  const info = useClientInfo()
  const mayChange = useCan('company:manage')
  if (!info) return null
  return (
    <FormSection
      title={t('Time zone')}
      hint={t('Reports, schedules and summaries by mail count in its days. Screens show the time of the device.')}
      actions={
        mayChange ? (
          <Link to="/onboarding" search={{ company, step: 'company' } as never} className={css.change}>
            {t('Change the time zone')}
          </Link>
        ) : undefined
      }
    >
      <p>{zoneName(info.config.timeZone ?? 'UTC')}</p>
    </FormSection>
  )
}
