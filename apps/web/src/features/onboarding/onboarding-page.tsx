import { usePageSearch } from '../../url/page-search.ts'
import { Page } from '../../ui/layout/page.tsx'
import { t } from './words.ts'
import { CompanyList } from './company-list.tsx'
import { validateOnboardingSearch } from './onboarding-search.ts'
import { SetupSteps } from './setup-steps.tsx'

/** Is this client ready? All companies with what they miss, and the set-up of one in steps that are saved one by one. */
export function OnboardingPage() {
  const [search, change] = usePageSearch(validateOnboardingSearch)
  const isStepping = search.company !== undefined || search.step !== undefined
  return (
    <Page title={t('onboarding')}>
      {isStepping ? (
        <SetupSteps key={search.company ?? ''} search={search} onChange={change} />
      ) : (
        <CompanyList search={search} onChange={change} />
      )}
    </Page>
  )
}
