import { useQuery } from '@tanstack/react-query'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SectionIndex } from '../../ui/layout/section-index.tsx'
import { t } from './words.ts'
import { DetailsSection } from './details-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { detailsQuery } from '../../parts/account/account.api.ts'
import { SessionsSection } from '../../parts/account/sessions-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'
import { TotpSection } from './totp-section.tsx'

/** The user's account details and sign-in methods. */
export function ProfilePage() {
  const details = useQuery(detailsQuery)
  return (
    <Page title={t('profile')}>
      <SectionIndex label={t('profileSections')}>
        <DataState
          query={details}
          what={t('profileToLoad')}
          loading={
            <FormSection title={t('personalDetails')}>
              <Skeleton lines={10} />
            </FormSection>
          }
        >
          {(user) => (
            <>
              <DetailsSection user={user} />
              <PasswordSection email={user.email} />
              <TotpSection email={user.email} isOn={user.mfa.totp} />
              <PasskeysSection />
              <SessionsSection />
              <SignInsSection />
            </>
          )}
        </DataState>
      </SectionIndex>
    </Page>
  )
}
