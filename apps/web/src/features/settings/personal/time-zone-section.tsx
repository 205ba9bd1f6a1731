import { Link } from '@tanstack/react-router'
import { zoneName } from '../../../format/names/places.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { t } from '../words.ts'

/** The time zone for the days of the company. Users with the permission change it in the setup of the company. */
export function TimeZoneSection() {
  const company = useCompany()
  const info = useClientInfo()
  const mayChange = useCan('company:manage')
  if (!info) return null
  return (
    <FormSection
      title={t('timeZone')}
      hint={t('timeZoneHint')}
      actions={
        mayChange ? (
          <Link to="/onboarding" search={{ company, step: 'company' }}>
            {t('changeTimeZone')}
          </Link>
        ) : undefined
      }
    >
      <p>{zoneName(info.config.timeZone ?? 'UTC')}</p>
    </FormSection>
  )
}
